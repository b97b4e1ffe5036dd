import { expect, test } from 'vitest'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import type { ReasonCode } from '../../../../src/contract/reasons.ts'
import { claimedRun } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const HOUR = 3_600_000

/** A world whose GitHub shows this of every workflow run. */
function worldShowing(shown: Partial<WorkflowRun> | null, knowsId = true) {
  const read = async (): Promise<WorkflowRun | null> =>
    shown && {
      id: 1001,
      url: 'https://github.com/acme/docs/actions/runs/1001',
      displayTitle: '',
      conclusion: null,
      attempt: 1,
      status: 'queued',
      ...shown,
    }
  let asked = 0
  const ask = () => {
    asked++
    return read()
  }
  const over = { readWorkflowRun: ask, findWorkflowRun: ask, cancelWorkflowRun: async () => {} }
  const github = dispatchingGithub([], {
    ...over,
    ...(!knowsId && { dispatchWorkflow: async () => ({ kind: 'started', workflowRunId: null, url: null }) }),
  })
  return useCases(github).then((world) => ({ ...world, asked: () => asked }))
}

type World = Awaited<ReturnType<typeof worldShowing>>

async function dispatched(world: World): Promise<string> {
  const { id } = await world.newJob()
  await advanceDueJob(world, { project: 'prj_ya', job: id })
  expect((await world.job(id)).run.state).toBe('dispatched')
  return id
}

/** Time passes, and whatever comes due is done. */
async function pass(world: World, id: string, ms: number): Promise<void> {
  const until = world.clock.at + ms
  for (let count = 0; ; count += 1) {
    if (count > 2000) throw new Error('what is due is always due again')
    const { dueAt, run } = await world.job(id)
    if (dueAt === null || dueAt > until || run.endedAt !== null) break
    world.clock.at = Math.max(dueAt, world.clock.at)
    await advanceDueJob(world, { project: 'prj_ya', job: id })
  }
  world.clock.at = until
}

const completed = (conclusion: string) => ({ status: 'completed', conclusion })

test.each<[string, Partial<WorkflowRun> | null, ReasonCode, string]>([
  ['cancelled on its page', completed('cancelled'), 'runner-cancelled', 'before it claimed'],
  ['past its time', completed('timed_out'), 'runner-timed-out', 'before it claimed'],
  ['not startable', completed('startup_failure'), 'startup-failure', 'before it claimed'],
  ['failed', completed('failure'), 'runner-failed', 'before it claimed'],
  ['over without our step', completed('success'), 'not-claimed', 'success'],
  ['skipped', completed('skipped'), 'not-claimed', 'skipped'],
  ['started again by hand', { status: 'in_progress', attempt: 2 }, 'run-repeated', 'attempt 2'],
  ['deleted', null, 'run-gone', 'deleted'],
])('an unclaimed run that is %s fails at the first check', async (_, shown, code, detail) => {
  const world = await worldShowing(shown)
  const id = await dispatched(world)
  await pass(world, id, 61_000)
  expect((await world.job(id)).run).toMatchObject({
    state: 'failed',
    reason: { code, message: expect.stringContaining(detail) },
  })
})

test.each<[Partial<WorkflowRun> | null, boolean, ReasonCode, string]>([
  [{ status: 'queued' }, true, 'not-started', 'it is queued after 24 hours'],
  [{ status: 'pending' }, true, 'not-started', 'it is pending'],
  [{ status: 'waiting' }, true, 'approval-missing', 'it is waiting after 24 hours'],
  [completed('action_required'), true, 'approval-missing', 'it is action_required'],
  [null, false, 'run-not-found', 'after 24 hours'],
])('%j (id known: %s) may wait for a day, and is then %s', async (shown, knowsId, code, detail) => {
  const world = await worldShowing(shown, knowsId)
  const id = await dispatched(world)
  await pass(world, id, 23 * HOUR)
  expect((await world.job(id)).run.state).toBe('dispatched')
  await pass(world, id, 2 * HOUR)
  expect((await world.job(id)).run).toMatchObject({
    state: 'failed',
    reason: { code, message: expect.stringContaining(detail) },
  })
  // Every minute at first, then every quarter of an hour: a long queue leaves an installation its hour's requests.
  expect(world.asked()).toBeLessThan(120)
})

test.each<[Partial<WorkflowRun> | null, ReasonCode]>([
  [completed('cancelled'), 'runner-cancelled'],
  [completed('success'), 'runner-failed'],
  [completed('failure'), 'runner-failed'],
  [{ status: 'queued', attempt: 2 }, 'run-repeated'],
  [null, 'run-gone'],
])('a silent running run that is %j on GitHub is %s', async (shown, code) => {
  const world = await worldShowing(shown)
  const { job } = await claimedRun(world)
  await pass(world, (await job()).id, 180_000)
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code } })
})

test('only due runs are checked on GitHub', async () => {
  const world = await worldShowing({ status: 'queued' })
  const ids: string[] = []
  for (let n = 0; n < 5; n++) {
    ids.push(await dispatched(world))
    world.clock.at += 10_000
  }
  for (const id of ids) await pass(world, id, 0)
  expect(world.asked()).toBe(0)
})

test('the message says "1 hour" in the singular', async () => {
  const world = { ...(await worldShowing({ status: 'queued' })), startWithinMs: HOUR }
  const id = await dispatched(world)
  await pass(world, id, 2 * HOUR)
  expect((await world.job(id)).run.reason?.message).toMatch(/after 1 hour\b/)
})
