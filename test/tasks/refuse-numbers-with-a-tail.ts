import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const refuseNumbersWithATail = codeTask({
  name: 'refuse-numbers-with-a-tail',
  category: 'fix',
  prompt:
    'readPort accepts "80abc" as 80 and "" as NaN. It must return null for anything but a whole number from 1 to 65535 in decimal digits. Spaces around it are fine.',
  path: 'src/read-port.ts',
  files: {
    'src/read-port.ts': block`
      /** A TCP port; \`null\`: the text is none. */
      export function readPort(text: string): number | null {
        const port = Number.parseInt(text, 10)
        return port > 65535 ? null : port
      }
      `,
  },
  edits: [
    [
      '  const port = Number.parseInt(text, 10)\n  return port > 65535 ? null : port',
      '  const port = /^\\d+$/.test(text.trim()) ? Number(text) : 0\n  return port >= 1 && port <= 65535 ? port : null',
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { readPort } from '../src/read-port.ts'

    test('ports', () => {
      assert.deepEqual(['80', ' 443 ', '1', '65535', '0080'].map(readPort), [80, 443, 1, 65535, 80])
      for (const text of ['', ' ', '0', '65536', '80abc', '8 0', '-1', '1e3', '0x50', '1.5', '99999999999999999999']) {
        assert.equal(readPort(text), null, text)
      }
    })
    `,
  mistakes: {
    'hexadecimal numbers are accepted': ['/^\\d+$/.test(text.trim())', 'text.trim() !== ""'],
    'zero is a port': ['port >= 1', 'port >= 0'],
  },
})
