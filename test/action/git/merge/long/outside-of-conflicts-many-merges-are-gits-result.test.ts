import { expect, test } from 'vitest'
import { expectResultOfGit } from '../random-merges.ts'

test('of twenty merges, each has the result of git outside of its conflicts', async () => {
  const { conflicts, clean } = await expectResultOfGit(20)
  // The rounds are worth something.
  expect(conflicts).toBeGreaterThan(2)
  expect(clean).toBeGreaterThan(0)
})
