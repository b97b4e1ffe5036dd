import { expect, test } from 'vitest'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const RUNNER_SILENT_MS = 90_000

const note = (seq: number) => ({
  events: [{ seq, at: '2026-11-20T12:00:00Z', event: { type: 'note', text: 'x' } as const }],
  acknowledged: 1,
})

test('a heartbeat from a clock that was a day ahead delays the next check by 90 seconds', async () => {
  const github = dispatchingGithub([], { readWorkflowRun: async () => null })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  const right = world.clock.at
  world.clock.at = right + 24 * 3_600_000
  await recordEvents(world, run, SECRET, note(1))
  world.clock.at = right
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({ state: 'running', dueAt: right + RUNNER_SILENT_MS })

  // The runner sends an event and dies: the server notices it as soon as with a correct clock.
  await recordEvents(world, run, SECRET, note(2))
  world.clock.at = right + RUNNER_SILENT_MS
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'run-gone' } })
})

test('a run is checked 90 seconds after the last heartbeat, and not before', async () => {
  const asked: number[] = []
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => {
      asked.push(id)
      return { id, url: '', displayTitle: '', status: 'in_progress', conclusion: null, attempt: 1 }
    },
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  world.clock.at += 40_000
  await recordEvents(world, run, SECRET, note(1))
  const heardAt = world.clock.at
  world.clock.at += RUNNER_SILENT_MS - 1
  await advanceDueJob(world, key)
  expect(asked).toEqual([])
  expect((await job()).run.dueAt).toBe(heardAt + RUNNER_SILENT_MS)
  world.clock.at += 1
  await advanceDueJob(world, key)
  expect(asked).toEqual([1001])
})
