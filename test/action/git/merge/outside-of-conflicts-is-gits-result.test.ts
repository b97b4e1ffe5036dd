import { test } from 'vitest'
import { expectResultOfGit } from './random-merges.ts'

// More of them: long/outside-of-conflicts-many-merges-are-gits-result.test.ts.
test('every path without a conflict is as git merges it, and the conflicts are those of git', async () => {
  await expectResultOfGit(3)
})
