import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { budgetOf } from '../../../../src/app/budgets/budgets.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { useCases } from '../../../support/app/use-cases.ts'

const SECRET = 's'.repeat(43)
const PROJECT = 'prj_ya'
type World = Awaited<ReturnType<typeof useCases>>

async function claimedRun(world: World): Promise<string> {
  const job = await world.newJob()
  await dispatchRun(world, job)
  const key = { project: PROJECT, job: job.id, run: 1 }
  const secretHash = createHash('sha256').update(SECRET).digest('hex')
  const claim = {
    type: 'claimed',
    secretHash,
    workflowRunId: 1001,
    url: 'https://x',
    dueAt: world.clock.at,
  } as const
  await advanceJob(world, key, claim)
  return runId(key)
}

const step = (seq: number, costUsd: number) => ({
  seq,
  at: '2026-11-20T12:00:00.000Z',
  event: { type: 'step', step: seq, inputTokens: 1, outputTokens: 1, costUsd } as const,
})
const send = (world: World, run: string, ...events: ReturnType<typeof step>[]) =>
  recordEvents(world, run, SECRET, { events, acknowledged: 0 })
const spent = async (world: World) => 50 - (await budgetOf(world.store, PROJECT, 50, world.clock.at)).leftUsd

test('repeated events add no cost, and the result adds only the rest', async () => {
  const world = await useCases()
  const run = await claimedRun(world)
  await send(world, run, step(1, 0.5), step(2, 1.25))
  await send(world, run, step(1, 0.5), step(2, 1.25))
  expect(await spent(world)).toBe(1.25)

  const usage = { steps: 3, inputTokens: 3, cachedInputTokens: 0, outputTokens: 3, costUsd: 2 }
  const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage, headSha: null } as const
  await recordResult(world, run, SECRET, result)
  await recordResult(world, run, SECRET, result)
  expect(await spent(world)).toBe(2)
})

test('each report adds what the run has cost since the one before', async () => {
  const world = await useCases()
  const run = await claimedRun(world)
  await send(world, run, step(1, 0.5))
  await send(world, run, step(2, 1.25))
  // The total of a run never decreases.
  await send(world, run, step(3, 1))
  expect(await spent(world)).toBe(1.25)
})

test('the costs of runs that report simultaneously are all counted', async () => {
  const world = await useCases(undefined, { runsAtOnce: 20 })
  const runs: Awaited<ReturnType<typeof claimedRun>>[] = []
  for (let n = 0; n < 12; n++) {
    runs.push(await claimedRun(world))
    world.clock.at += 1_000
  }
  await Promise.all(runs.flatMap((run) => [send(world, run, step(1, 0.1)), send(world, run, step(1, 0.1))]))
  expect(await spent(world)).toBeCloseTo(1.2, 6)
})

test('new work is refused until the next day after the daily cost limit is reached', async () => {
  const world = await useCases()
  const run = await claimedRun(world)
  await send(world, run, step(1, 50))
  const create = async () => {
    const request = { prompt: 'x', ref: null, model: null, draft: null }
    return createJob(world, { ...(await world.workRequest()), ...request })
  }
  expect(await create()).toMatchObject({
    kind: 'budget-exhausted',
    budget: { capUsd: 50, spentUsd: 50, leftUsd: 0, resetSeconds: 12 * 3600 },
  })
  expect(await world.message(`job_${run.split('_')[2]}`, 'more')).toMatchObject({
    kind: 'budget-exhausted',
  })

  world.clock.at += 12 * 3_600_000
  expect((await create()).kind).toBe('accepted')
})
