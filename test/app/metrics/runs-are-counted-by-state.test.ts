import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { createMetrics } from '../../../src/app/metrics/metrics.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { onWrite, trackSpace } from '../../../src/app/store/observe-commits.ts'
import type { Store } from '../../../src/app/store/store.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'
import { samples } from './samples.ts'

type World = Awaited<ReturnType<typeof useCases>>

const workflow = { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 }
const plan = { attempt: 1, workflow, filesSha: 'a'.repeat(40), base: 'main', newBranch: null }
const report = { outcome: 'no-change', headSha: null, pullRequest: null, reason: null } as const
const usage = { steps: 2, inputTokens: 1_000, cachedInputTokens: 400, outputTokens: 50, costUsd: 0.25 }

/** What happens to a run on its way, in this order. */
const way = (dueAt: number): RunEvent[] => [
  { type: 'dispatching', plan, dueAt },
  { type: 'dispatched', workflowRunId: 1001, url: 'https://x', dueAt },
  { type: 'claimed', secretHash: 's', workflowRunId: 1001, url: 'https://x', dueAt },
  { type: 'publishing', acknowledged: 1, replaces: null, encryptedToken: 'encrypted', dueAt },
  { type: 'reported', acknowledged: 1, report, usage },
  { type: 'confirmed', delivered: { branchExists: false } },
]

async function jobAt(world: World, steps: number): Promise<Job> {
  const { id } = await world.newJob()
  for (const event of way(world.clock.at + 60_000).slice(0, steps)) {
    world.clock.at += 1_000
    await advanceJob(world, { project: 'prj_ya', job: id, run: 1 }, event)
  }
  return world.job(id)
}

async function runsOf(store: Store, now: () => number): Promise<Record<string, number>> {
  const { text } = await createMetrics({ ...trackSpace(store), now }).render()
  return samples(text, 'prentice_runs')
}

test('open runs are counted by state, with runs that wait for a slot or for their cleanup', async () => {
  const world = await useCases()
  for (let steps = 0; steps <= 6; steps++) await jobAt(world, steps)
  const { id } = await jobAt(world, 0)
  const key = { project: 'prj_ya', job: id, run: 1 }
  await advanceJob(world, key, { type: 'no-slot', dueAt: world.clock.at + 30_000 })
  expect(await runsOf(world.store, world.now)).toEqual({
    'state="queued"': 1,
    'state="waiting"': 1,
    'state="dispatching"': 1,
    'state="dispatched"': 1,
    'state="running"': 1,
    'state="publishing"': 1,
    'state="delivered"': 1,
    'state="cleanup"': 1,
    'state="parked"': 0,
  })
})

test('a state that changes without another due time is counted, too', async () => {
  const world = await useCases(dispatchingGithub([], { readWorkflowRun: async () => null }))
  const { id } = await jobAt(world, 2)
  const key = { project: 'prj_ya', job: id, run: 1 }
  const { dueAt } = (await world.job(id)).run
  const claimed = { type: 'claimed', secretHash: 's', workflowRunId: 1001, url: 'https://x' } as const
  await advanceJob(world, key, { ...claimed, dueAt: dueAt ?? 0 })
  expect(await runsOf(world.store, world.now)).toMatchObject({
    'state="dispatched"': 0,
    'state="running"': 1,
  })
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  expect(await runsOf(world.store, world.now)).toMatchObject({ 'state="running"': 0, 'state="cleanup"': 1 })
  world.clock.at += 600_000
  await advanceDueJob(world, key)
  expect(await runsOf(world.store, world.now)).toMatchObject({ 'state="cleanup"': 0 })
})

test('the count reads only the index of open work, and no jobs', async () => {
  const world = await useCases(
    dispatchingGithub([], {
      readWorkflowRun: async (_, id) => ({
        id,
        url: '',
        displayTitle: '',
        status: 'completed',
        conclusion: 'success',
        attempt: 1,
      }),
    }),
  )
  for (let n = 0; n < 30; n++) {
    const { id } = await jobAt(world, 6)
    world.clock.at += 60_000
    await advanceDueJob(world, { project: 'prj_ya', job: id })
  }
  for (let n = 0; n < 5; n++) await world.newJob()
  const read: string[] = []
  const store: Store = {
    ...world.store,
    get: async () => Promise.reject(new Error('no record is read')),
    getMany: async () => Promise.reject(new Error('no record is read')),
    async list(range) {
      const entries = await world.store.list(range)
      read.push(...entries.map(({ key }) => key))
      return entries
    },
  }
  expect((await runsOf(store, world.now))['state="queued"']).toBe(5)
  expect(read.length).toBeLessThanOrEqual(6)
})

test('tokens, cost and delays of an ended run are recorded', async () => {
  const world = await useCases()
  const metrics = createMetrics(world)
  const { id } = await jobAt({ ...world, store: onWrite(world.store, metrics.writes) }, 6)
  expect((await world.job(id)).run.state).toBe('succeeded')
  const { text } = await metrics.render()
  const of = (name: string) => samples(text, `prentice_${name}`)
  expect(of('model_tokens_total')).toEqual({
    'kind="input"': 1_000,
    'kind="cached_input"': 400,
    'kind="output"': 50,
  })
  expect(of('model_cost_usd_total')).toEqual({ '': 0.25 })
  for (const name of ['dispatch', 'confirmation']) {
    expect([name, of(`${name}_delay_seconds_sum`), of(`${name}_delay_seconds_count`)]).toEqual([
      name,
      { '': 1 },
      { '': 1 },
    ])
  }
})
