import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const stopMutatingAnArgument = codeTask({
  name: 'stop-mutating-an-argument',
  category: 'refactor',
  prompt:
    'withDefaults changes the options that it is given, which surprised two callers. Make it return a new object and leave its argument alone, nested `headers` included. What it returns must stay the same.',
  path: 'src/with-defaults.ts',
  files: {
    'src/with-defaults.ts': block`
      export interface Options {
        timeout?: number
        headers?: Record<string, string>
      }

      export function withDefaults(options: Options): Required<Options> {
        options.timeout ??= 1000
        options.headers ??= {}
        options.headers.accept ??= 'application/json'
        return options as Required<Options>
      }
      `,
  },
  edits: [
    [
      `  options.timeout ??= 1000
  options.headers ??= {}
  options.headers.accept ??= 'application/json'
  return options as Required<Options>`,
      `  const { timeout = 1000, headers = {} } = options
  return { ...options, timeout, headers: { ...headers, accept: headers.accept ?? 'application/json' } }`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { withDefaults } from '../src/with-defaults.ts'

    test('the argument stays', () => {
      const given = Object.freeze({ headers: Object.freeze({ a: 'b' }) })
      assert.deepEqual(withDefaults(given), { timeout: 1000, headers: { a: 'b', accept: 'application/json' } })
      assert.deepEqual(withDefaults({ timeout: 0, headers: { accept: 'x' } }), { timeout: 0, headers: { accept: 'x' } })
      assert.deepEqual(Object.keys(withDefaults({})).sort(), ['headers', 'timeout'])
    })
    `,
  mistakes: {
    'headers are shared': [
      `headers: { ...headers, accept: headers.accept ?? 'application/json' }`,
      `headers: Object.assign(headers, { accept: headers.accept ?? 'application/json' })`,
    ],
    'a timeout of zero is lost': [`timeout, headers: {`, `timeout: timeout || 1000, headers: {`],
  },
})
