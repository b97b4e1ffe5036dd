import { expect, test } from 'vitest'
import { claimedRun } from '../../support/app/claimed-run.ts'
import { useCases } from '../../support/app/use-cases.ts'

test('a twentieth message waits, a twenty-first is refused', async () => {
  const world = await useCases()
  const { key, job } = await claimedRun(world)
  for (let n = 1; n <= 20; n++) expect((await world.message(key.job, `message ${n}`)).kind).toBe('accepted')
  expect((await world.message(key.job, 'one more')).kind).toBe('full')
  expect(await job()).toMatchObject({ messages: 21, taken: 1 })
})
