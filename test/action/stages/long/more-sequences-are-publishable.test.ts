import { test } from 'vitest'
import { expectSafeSequences } from '../safe-sequences.ts'

test('none of fifty sequences of accepted calls ends as unsafe', async () => {
  await expectSafeSequences(50)
})
