import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const replaceAChainByATable = codeTask({
  name: 'replace-a-chain-by-a-table',
  category: 'refactor',
  prompt:
    'Turn the long chain of ifs in statusText into a table without changing what it returns for any number, unknown ones included.',
  path: 'src/status-text.ts',
  files: {
    'src/status-text.ts': block`
      export function statusText(status: number): string {
        if (status === 200) return 'OK'
        if (status === 201) return 'Created'
        if (status === 204) return 'No Content'
        if (status === 404) return 'Not Found'
        if (status === 409) return 'Conflict'
        if (status >= 500) return 'Server Error'
        return 'Unknown'
      }
      `,
  },
  edits: [
    [
      `export function statusText(status: number): string {
  if (status === 200) return 'OK'
  if (status === 201) return 'Created'
  if (status === 204) return 'No Content'
  if (status === 404) return 'Not Found'
  if (status === 409) return 'Conflict'
  if (status >= 500) return 'Server Error'
  return 'Unknown'
}`,
      `const TEXTS = new Map([
  [200, 'OK'],
  [201, 'Created'],
  [204, 'No Content'],
  [404, 'Not Found'],
  [409, 'Conflict'],
])

export const statusText = (status: number): string =>
  TEXTS.get(status) ?? (status >= 500 ? 'Server Error' : 'Unknown')`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { readFileSync } from 'node:fs'
    import { statusText } from '../src/status-text.ts'

    test('each number has its text', () => {
      const numbers = [200, 201, 204, 404, 409, 499, 500, 503, 0, -1, Number.NaN]
      assert.deepEqual(numbers.map(statusText), [
        ...['OK', 'Created', 'No Content', 'Not Found', 'Conflict', 'Unknown', 'Server Error', 'Server Error'],
        ...['Unknown', 'Unknown', 'Unknown'],
      ])
      const source = readFileSync(new URL('../src/status-text.ts', import.meta.url), 'utf8')
      assert.ok((source.match(/\bif\b/g) ?? []).length <= 1)
    })
    `,
  mistakes: {
    'server errors are unknown': [`status >= 500 ? 'Server Error' : 'Unknown'`, `'Unknown'`],
    'a text is lost': [
      `  [409, 'Conflict'],
`,
      ``,
    ],
  },
})
