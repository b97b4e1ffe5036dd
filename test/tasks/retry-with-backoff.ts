import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const retryWithBackoff = codeTask({
  name: 'retry-with-backoff',
  category: 'feature',
  prompt:
    'fetchWithRetry gives up after the first failure. Let it try up to `tries` times, wait 100 ms before the second try and twice as long before each further one, and throw the last error. Use the `sleep` that it is given.',
  path: 'src/fetch-with-retry.ts',
  files: {
    'src/fetch-with-retry.ts': block`
      export interface Options {
        readonly tries: number
        readonly sleep: (milliseconds: number) => Promise<void>
      }

      export async function fetchWithRetry<T>(attempt: () => Promise<T>, { tries, sleep }: Options): Promise<T> {
        return attempt()
      }
      `,
  },
  edits: [
    [
      `  return attempt()`,
      `  for (let failed = 1; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (failed >= tries) throw error
      await sleep(100 * 2 ** (failed - 1))
    }
  }`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { fetchWithRetry } from '../src/fetch-with-retry.ts'

    async function run(failures: number, tries: number) {
      const waits: number[] = []
      let calls = 0
      const attempt = async () => {
        calls += 1
        if (calls <= failures) throw new Error(\`failure \${calls}\`)
        return 'ok'
      }
      const sleep = async (milliseconds: number) => void waits.push(milliseconds)
      const result = await fetchWithRetry(attempt, { tries, sleep }).catch((error: Error) => error.message)
      return { result, calls, waits }
    }

    test('it waits longer each time', async () => {
      assert.deepEqual(await run(0, 3), { result: 'ok', calls: 1, waits: [] })
      assert.deepEqual(await run(3, 4), { result: 'ok', calls: 4, waits: [100, 200, 400] })
      assert.deepEqual(await run(9, 3), { result: 'failure 3', calls: 3, waits: [100, 200] })
    })
    `,
  mistakes: {
    'it tries once more': [`failed >= tries`, `failed > tries`],
    'each wait is the same': [`100 * 2 ** (failed - 1)`, `100`],
    'the error of the attempt is not caught': [`return await attempt()`, `return attempt()`],
  },
})
