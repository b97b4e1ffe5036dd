import { expect, test } from 'vitest'
import { beginHold, type HoldScope, releaseHold } from '../../../../src/app/limits/hold.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { claimedRun } from '../../../support/app/claimed-run.ts'
import { DEFAULT_HEAD, dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const HOUR = 3_600_000
const ORDER = { by: 'ana', why: null }
const SCOPES: readonly HoldScope[] = [
  { kind: 'account', id: 77 },
  { kind: 'project', id: 'prj_ya' },
]

test.each(SCOPES)('while its $kind is paused, a run waits without a request to GitHub', async (scope) => {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched))
  await beginHold(world.store, scope, ORDER, world.clock.at, {})
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  const silent = { ...world, github: dispatchingGithub([], { readDefaultHead: undefined as never }) }
  for (let days = 0; days < 10; days++) {
    await advanceDueJob(silent, key)
    const { run } = await world.job(id)
    expect(run).toMatchObject({ state: 'queued', waiting: true, attempts: 0 })
    expect(run.dueAt).toBeGreaterThan(world.clock.at + 60_000)
    expect(run.dueAt).toBeLessThanOrEqual(world.clock.at + 70_000)
    world.clock.at += 24 * HOUR
  }

  await releaseHold(world.store, scope, world.clock.at, {})
  await advanceDueJob(world, key)
  expect(dispatched).toHaveLength(1)
  expect((await world.job(id)).run.state).toBe('dispatched')
})

test('another account and another project are not paused', async () => {
  const dispatched: string[] = []
  const world = await useCases(dispatchingGithub(dispatched))
  await beginHold(world.store, { kind: 'account', id: 78 }, ORDER, world.clock.at, {})
  await beginHold(world.store, { kind: 'project', id: 'prj_yb' }, ORDER, world.clock.at, {})
  await dispatchRun(world, await world.newJob())
  expect(dispatched).toHaveLength(1)
})

test('a pause that begins while GitHub is read for the dispatch prevents the dispatch', async () => {
  const dispatched: string[] = []
  const github = dispatchingGithub(dispatched, {
    async readDefaultHead() {
      await beginHold(world.store, { kind: 'project', id: 'prj_ya' }, ORDER, world.clock.at, {})
      return DEFAULT_HEAD
    },
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  expect(dispatched).toEqual([])
  expect((await world.job(id)).run).toMatchObject({ state: 'queued', waiting: true })
})

test('the duration of a pause does not count for a run that starts after it', async () => {
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => ({
      ...{ id, url: '', displayTitle: '', status: 'in_progress', conclusion: null, attempt: 1 },
    }),
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  const { queuedAt } = (await job()).run
  const scope = { kind: 'account', id: 77 } as const
  await beginHold(world.store, scope, ORDER, queuedAt, {})
  await releaseHold(world.store, scope, queuedAt + 80 * HOUR, {})

  world.clock.at = queuedAt + 152 * HOUR
  await advanceDueJob(world, key)
  expect((await job()).run.state).toBe('running')
  world.clock.at = (await job()).run.dueAt ?? 0
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'runner-timed-out' } })
})

test('a dispatch that GitHub keeps refusing is given up 24 hours after the pause', async () => {
  const later = { kind: 'later', at: 0, isLimit: false, detail: 'busy' } as const
  const world = await useCases(dispatchingGithub([], { dispatchWorkflow: async () => later }))
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  await advanceDueJob(world, key)
  const scope = { kind: 'account', id: 77 } as const
  await beginHold(world.store, scope, ORDER, world.clock.at, {})
  await releaseHold(world.store, scope, world.clock.at + 30 * HOUR, {})

  world.clock.at += 54 * HOUR
  await advanceDueJob(world, key)
  expect((await world.job(id)).run.state).toBe('dispatching')
  world.clock.at += 60_000
  await advanceDueJob(world, key)
  expect((await world.job(id)).run).toMatchObject({ state: 'failed', reason: { code: 'dispatch-failed' } })
})
