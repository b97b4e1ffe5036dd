import { expect, test } from 'vitest'
import { eventKeys } from '../../src/app/job-store/read-progress.ts'
import { recordEvents } from '../../src/app/runs/record-events.ts'
import { recordResult } from '../../src/app/runs/record-result.ts'
import { claimedRun, SECRET } from '../support/app/claimed-run.ts'
import { useCases } from '../support/app/use-cases.ts'

const AT = '2026-11-20T12:00:00.000Z'
const notes = (...numbers: readonly number[]) => ({
  events: numbers.map((seq) => ({ seq, at: AT, event: { type: 'note', text: `note ${seq}` } as const })),
  acknowledged: 1,
})
const RESULT = { outcome: 'no-change', acknowledged: 1, summary: null, usage: null, headSha: null } as const

test('reports that overlap, repeat, arrive out of order, or arrive after the end', async () => {
  const world = await useCases()
  const { run, job } = await claimedRun(world)
  const { id } = await job()
  const kept = async () =>
    (await world.store.list({ prefix: eventKeys.of(id), limit: 100 })).flatMap(({ value }) =>
      JSON.parse(value).map(({ seq }: { seq: number }) => seq),
    )
  await Promise.all([1, 2, 3].map(() => recordEvents(world, run, SECRET, notes(1, 2))))
  await recordEvents(world, run, SECRET, notes(2, 3, 4))
  await recordEvents(world, run, SECRET, notes(3))
  await recordEvents(world, run, SECRET, notes(1, 2))
  expect(await kept()).toEqual([1, 2, 3, 4])

  await Promise.all([1, 2, 3].map(() => recordResult(world, run, SECRET, RESULT)))
  const reported = await job()
  expect(reported.run).toMatchObject({ state: 'delivered', report: { outcome: 'no-change' } })
  const failed = {
    ...RESULT,
    outcome: 'failed',
    reason: { code: 'agent-stuck', message: 'late' },
    published: null,
  } as const
  expect((await recordResult(world, run, SECRET, failed)).kind).not.toBe('refused')
  await recordEvents(world, run, SECRET, notes(1))
  expect(await job()).toEqual(reported)
})
