import { expect, test } from 'vitest'
import { pacesOf, takePacedSlot } from '../../../../src/app/runs/github-pacing.ts'
import { useCases } from '../../../support/app/use-cases.ts'

test.each([
  [
    { perMinute: 60, atOnce: 5 },
    { everyMs: 1_000, aheadMs: 5_000 },
    { everyMs: 1_000, aheadMs: 60_000 },
  ],
  [
    { perMinute: 30, atOnce: 1 },
    { everyMs: 2_000, aheadMs: 2_000 },
    { everyMs: 1_000, aheadMs: 57_000 },
  ],
  [
    { perMinute: 600, atOnce: 2 },
    { everyMs: 100, aheadMs: 200 },
    { everyMs: 100, aheadMs: 5_700 },
  ],
  [
    { perMinute: 7, atOnce: 1 },
    { everyMs: 8_571, aheadMs: 8_571 },
    { everyMs: 1_000, aheadMs: 63_571 },
  ],
])('%j gives the pace of starts and cancellations', (starts, start, end) => {
  expect(pacesOf(starts)).toEqual({ start, end })
})

test('55 cancellations follow all possible starts without a wait', async () => {
  const world = await useCases()
  const take = (what: 'start' | 'end') => takePacedSlot(world, 1, 'prj_ya', what)
  for (let n = 0; n < 5; n++) expect(await take('start')).toBeNull()
  expect(await take('start')).toBe(world.clock.at + 1_000)
  for (let n = 0; n < 55; n++) expect(await take('end')).toBeNull()
  expect(await take('end')).toBe(world.clock.at + 1_000)
})
