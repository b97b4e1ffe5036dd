import { test } from 'vitest'
import { expectTheSameEnd } from '../any-order.ts'

test('300 jobs with lost, repeated, late and reordered events end as they should', async () => {
  await expectTheSameEnd(300)
})
