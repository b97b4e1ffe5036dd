import { test } from 'vitest'
import { expectTheSameEnd } from './any-order.ts'

// More of them: long/any-order-of-many-jobs-ends-the-same.test.ts.
test('lost, repeated, late and reordered events give only valid polls, lose no message, and end each run once', async () => {
  await expectTheSameEnd(60)
})
