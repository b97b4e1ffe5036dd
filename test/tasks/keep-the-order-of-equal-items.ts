import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const keepTheOrderOfEqualItems = codeTask({
  name: 'keep-the-order-of-equal-items',
  category: 'fix',
  prompt:
    'rank must keep items with equal scores in their original order, highest score first. Today the result is the wrong way around for ties. Do not change its input.',
  path: 'src/rank.ts',
  files: {
    'src/rank.ts': block`
      export interface Scored {
        readonly name: string
        readonly score: number
      }

      /** Highest score first. */
      export function rank(items: readonly Scored[]): string[] {
        return [...items]
          .sort((one, other) => one.score - other.score)
          .reverse()
          .map(({ name }) => name)
      }
      `,
  },
  edits: [
    [
      `    .sort((one, other) => one.score - other.score)
    .reverse()
`,
      `    .sort((one, other) => other.score - one.score)
`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { rank } from '../src/rank.ts'

    test('ties stay in order', () => {
      const items = Object.freeze([
        { name: 'a', score: 1 },
        { name: 'b', score: 3 },
        { name: 'c', score: 1 },
        { name: 'd', score: 3 },
      ])
      assert.deepEqual(rank(items), ['b', 'd', 'a', 'c'])
    })
    `,
  mistakes: {
    'the lowest comes first': [`other.score - one.score`, `one.score - other.score`],
    'the input is sorted': [`[...items]`, `(items as Scored[])`],
  },
})
