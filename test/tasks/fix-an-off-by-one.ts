import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const fixAnOffByOne = codeTask({
  name: 'fix-an-off-by-one',
  category: 'fix',
  prompt:
    'The last page of a list is empty when the number of items is a multiple of the page size. Please fix pageCount and leave slicePage alone.',
  path: 'src/paging.ts',
  files: {
    'src/paging.ts': block`
      /** How many pages there are. An empty list has one page. */
      export function pageCount(items: number, size: number): number {
        return Math.floor(items / size) + 1
      }

      /** The items of a page, from 1. */
      export function slicePage<T>(items: readonly T[], page: number, size: number): T[] {
        return items.slice((page - 1) * size, page * size)
      }
      `,
  },
  edits: [[`return Math.floor(items / size) + 1`, `return Math.max(1, Math.ceil(items / size))`]],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { pageCount, slicePage } from '../src/paging.ts'

    test('pages', () => {
      assert.deepEqual([0, 1, 9, 10, 11, 20, 21].map((items) => pageCount(items, 10)), [1, 1, 1, 1, 2, 2, 3])
      assert.deepEqual(slicePage([1, 2, 3], 2, 2), [3])
    })
    `,
  mistakes: {
    'an empty list has no page': [`Math.max(1, Math.ceil(items / size))`, `Math.ceil(items / size)`],
    'it is one page too few': [`Math.ceil(items`, `Math.floor(items`],
  },
})
