import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const fixALostAwait = codeTask({
  name: 'fix-a-lost-await',
  category: 'fix',
  prompt:
    'saveAll resolves before the items are saved, so callers that read them back find nothing. It must wait for all of them, and save them one after the other in their order.',
  path: 'src/save-all.ts',
  files: {
    'src/save-all.ts': block`
      export interface Store {
        save(item: string): Promise<void>
      }

      /** Saves the items in their order. Returns how many there were. */
      export async function saveAll(store: Store, items: readonly string[]): Promise<number> {
        items.forEach(async (item) => {
          await store.save(item)
        })
        return items.length
      }
      `,
  },
  edits: [
    [
      `  items.forEach(async (item) => {
    await store.save(item)
  })`,
      `  for (const item of items) await store.save(item)`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { saveAll } from '../src/save-all.ts'

    test('one after the other', async () => {
      const log: string[] = []
      const save = async (item: string) => {
        log.push(\`+\${item}\`)
        await new Promise((resolve) => setImmediate(resolve))
        log.push(\`-\${item}\`)
      }
      assert.equal(await saveAll({ save }, ['a', 'b']), 2)
      assert.deepEqual(log, ['+a', '-a', '+b', '-b'])
    })

    test('an error reaches the caller', async () => {
      const save = async () => {
        throw new Error('full')
      }
      await assert.rejects(saveAll({ save }, ['a']), /full/)
    })
    `,
  mistakes: {
    'all are saved at once': [
      `for (const item of items) await store.save(item)`,
      `await Promise.all(items.map((item) => store.save(item)))`,
    ],
    'it waits for none': [`await store.save(item)`, `store.save(item)`],
  },
})
