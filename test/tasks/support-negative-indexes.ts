import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const supportNegativeIndexes = codeTask({
  name: 'support-negative-indexes',
  category: 'feature',
  prompt:
    'Let at(list, index) accept negative indexes: -1 is the last item. Outside of the list it returns undefined, as before.',
  path: 'src/at.ts',
  files: {
    'src/at.ts': block`
      /** The item at an index, from 0. */
      export const at = <T>(list: readonly T[], index: number): T | undefined => list[index]
      `,
  },
  edits: [
    [
      `/** The item at an index, from 0. */`,
      `/** The item at an index, from 0; a negative one counts from the end. */`,
    ],
    [
      `=> list[index]`,
      `=>
  list[index < 0 ? list.length + index : index]`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { at } from '../src/at.ts'

    test('from both ends', () => {
      const list = ['a', 'b', 'c']
      assert.deepEqual([0, 2, 3, -1, -3, -4].map((index) => at(list, index)), ['a', 'c', undefined, 'c', 'a', undefined])
    })
    `,
  mistakes: {
    'it goes around the list': [`list.length + index`, `(list.length * 2 + index) % list.length`],
    'the last item is missed': [`list.length + index`, `list.length + index - 1`],
  },
})
