import { expect, test } from 'vitest'
import { jitter } from '../../../../src/app/domain/backoff.ts'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { Run } from '../../../../src/app/domain/run.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { RepositoryRef } from '../../../../src/app/github/repository.ts'
import { slotKeys } from '../../../../src/app/job-store/job-commit.ts'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import {
  checkAgainAt,
  findPacedSlot,
  pacesOf,
  pacingKeys,
  takePacedSlot,
} from '../../../../src/app/runs/github-pacing.ts'
import {
  acquireSlot,
  countAhead,
  leaseDispatch,
  mayDispatch,
} from '../../../../src/app/runs/lease-dispatch.ts'
import { displayTitle } from '../../../../src/contract/github.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

type World = Awaited<ReturnType<typeof useCases>>

/** A queued job on this GitHub, and how it is dispatched. */
async function queued(over: Partial<Github> = {}) {
  const sent: Parameters<Github['dispatchWorkflow']>[1][] = []
  const sought: Parameters<Github['findWorkflowRun']>[1][] = []
  const repositories: RepositoryRef[] = []
  const github = dispatchingGithub([], {
    dispatchWorkflow: async (repository, request) => {
      repositories.push(repository)
      sent.push(request)
      return { kind: 'started', workflowRunId: 2002, url: 'https://github.com/acme/docs/actions/runs/2002' }
    },
    findWorkflowRun: async (_, query) => {
      sought.push(query)
      return null
    },
    ...over,
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  const job = () => world.job(id)
  return { world, job, sent, sought, repositories, dispatch: async () => dispatchRun(world, await job()) }
}

async function changeProject({ store }: World, changes: object): Promise<void> {
  const place = projectKeys.record('prj_ya')
  const project = JSON.parse((await store.get(place)) ?? '')
  await store.commit({ set: [{ key: place, value: JSON.stringify({ ...project, ...changes }) }] })
}

const changeJob = (world: World, { id }: Job, changes: Partial<Job>, run: Partial<Run> = {}) =>
  updateJob(world, { project: 'prj_ya', job: id }, (job) => ({
    transition: { kind: 'applied', job: { ...job, ...changes, run: { ...job.run, ...run } }, ended: null },
    outcome: null,
  }))

test('the workflow of the default branch is started with the id of the run', async () => {
  const { world, job, sent, sought, repositories, dispatch } = await queued()
  await dispatch()
  expect(repositories).toEqual([{ installationId: 1, id: 1234, owner: 'acme', name: 'docs' }])
  const run = runId({ project: 'prj_ya', job: (await job()).id, run: 1 })
  expect(sent).toEqual([{ file: 'prentice.yml', ref: 'main', run }])
  expect(sought).toEqual([])
  expect((await job()).run).toMatchObject({
    state: 'dispatched',
    attempts: 1,
    workflowRunId: 2002,
    workflowRunUrl: 'https://github.com/acme/docs/actions/runs/2002',
    base: 'main',
    dueAt: world.clock.at + 60_000,
    workflow: { repositoryId: 1234, ownerId: 77, file: 'prentice.yml', branch: 'main', actorId: 41 },
  })
})

test('the base is that of the job, else that of the settings, else the default branch', async () => {
  const settings = [{ path: '.github/prentice.yml', text: 'base: next\n' }]
  const given = await queued({ readProjectFiles: async () => ({ settings, instructions: [] }) })
  await given.dispatch()
  expect((await given.job()).run.base).toBe('next')
  const named = await queued({ readProjectFiles: async () => ({ settings, instructions: [] }) })
  await changeJob(named.world, await named.job(), { base: 'release' })
  await named.dispatch()
  expect((await named.job()).run.base).toBe('release')
})

test.each([
  ['uninstalled', { installationId: null }, 'app-uninstalled'],
  ['deleted', { installationId: null, isDeleted: true }, 'repository-gone'],
])('a project that was %s counts as a refusal of GitHub', async (_, changes, code) => {
  const { world, dispatch, sent } = await queued()
  await changeProject(world, changes)
  const failure = await dispatch().catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(GithubRefused)
  expect(failure).toMatchObject({ reason: { code } })
  expect(sent).toEqual([])
})

test('a job of another account is not started', async () => {
  const { world, job, sent, dispatch } = await queued()
  await changeProject(world, { accountId: 78, owner: 'new' })
  await dispatch()
  expect((await job()).run.reason).toEqual(reason('repository-transferred', 'it is new/docs'))
  expect(sent).toEqual([])
})

test('a job from before accounts were recorded is started', async () => {
  const { world, job, sent, dispatch } = await queued()
  await changeJob(world, await job(), { accountId: null })
  await dispatch()
  expect(sent).toHaveLength(1)
})

test('the server looks for a dispatch without an answer before it repeats it', async () => {
  const answers: ('unknown' | 'found')[] = []
  const { world, job, dispatch } = await queued({
    dispatchWorkflow: async () => {
      answers.push('unknown')
      return { kind: 'unknown', detail: 'broken off' }
    },
    findWorkflowRun: async (_, query) => {
      answers.push('found')
      const { id, run } = await job()
      expect(query).toEqual({
        file: 'prentice.yml',
        title: displayTitle(runId({ project: 'prj_ya', job: id, run: 1 })),
        since: new Date(run.queuedAt - 60_000),
      })
      return { id: 3003, url: 'u', displayTitle: '', status: 'queued', conclusion: null, attempt: 1 }
    },
  })
  await dispatch()
  expect((await job()).run).toMatchObject({ state: 'dispatching', dueAt: world.clock.at + 30_000 })
  world.clock.at += 30_000
  await dispatch()
  expect(answers).toEqual(['unknown', 'found'])
  expect((await job()).run).toMatchObject({
    ...{ state: 'dispatched', workflowRunId: 3003, workflowRunUrl: 'u', dueAt: world.clock.at + 60_000 },
  })
})

test('the server first looks for a run that was queued more than a minute ago, as after a restored backup', async () => {
  for (const [ms, looks] of [
    [60_000, 0],
    [60_001, 1],
  ] as const) {
    const { world, sought, sent, dispatch } = await queued()
    world.clock.at += ms
    await dispatch()
    expect([sought.length, sent.length]).toEqual([looks, 1])
  }
})

test('a refusal fails the run, and a limit puts it off', async () => {
  const refused = await queued({
    dispatchWorkflow: async () => ({ kind: 'refused', reason: reason('workflow-missing', 'x') }),
  })
  const check = projectKeys.check('prj_ya')
  await refused.world.store.commit({ set: [{ key: check, value: '{}' }] })
  await refused.dispatch()
  expect((await refused.job()).run).toMatchObject({
    state: 'failed',
    reason: reason('workflow-missing', 'x'),
  })
  // That the project is ready was said too early.
  expect(await refused.world.store.get(check)).toBeUndefined()

  let at = 0
  const later = await queued({
    dispatchWorkflow: async () => ({ kind: 'later', at, isLimit: true, detail: 'a limit' }),
  })
  at = later.world.clock.at + 5 * 60_000
  await later.dispatch()
  expect((await later.job()).run).toMatchObject({
    state: 'dispatching',
    dueAt: at + jitter(later.world.random),
  })
})

test('after 24 hours of attempts the run fails, and not without one', async () => {
  for (const [attempts, ms, state] of [
    [3, DAY, 'dispatched'],
    [3, DAY + 1, 'failed'],
    [0, DAY + 1, 'dispatched'],
  ] as const) {
    const { world, job, dispatch } = await queued()
    await changeJob(world, await job(), {}, { attempts })
    world.clock.at = (await job()).run.queuedAt + ms
    await dispatch()
    expect([attempts, ms, (await job()).run.state]).toEqual([attempts, ms, state])
    if (state === 'failed')
      expect((await job()).run.reason).toEqual(reason('dispatch-failed', '3 attempts in 24 hours'))
  }
})

test.each([
  ['open', { state: 'open' as const, baseBranch: 'main' }, null, 'main'],
  ['open, with another base', { state: 'open' as const, baseBranch: 'next' }, null, 'next'],
  ['merged', { state: 'closed' as const, merged: true, baseBranch: 'next' }, 'prentice/a-1b-4', 'main'],
  ['gone', null, 'prentice/a-1b-4', 'main'],
])('a follow-up whose pull request is %s works on the branch %s', async (_, shown, branch, base) => {
  const read: number[] = []
  const { world, job, dispatch } = await queued({
    readPullRequest: async (_, number) => {
      read.push(number)
      return shown as never
    },
  })
  const pullRequest = { number: 7, url: 'u' }
  await changeJob(
    world,
    await job(),
    { pullRequest, branchExists: true, branch: 'prentice/a-1b-12' },
    { number: 4 },
  )
  while ((await job()).run.state === 'queued')
    await dispatch().catch((error: unknown) => {
      if (!(error instanceof GithubUnavailable)) throw error
      world.clock.at = error.retryAt
    })
  // GitHub repeats three times that there is none.
  expect(read).toEqual(shown === null ? [7, 7, 7, 7] : [7])
  expect((await job()).branch).toBe(branch ?? 'prentice/a-1b-12')
  expect((await job()).run.base).toBe(base)
})

test.each([
  ['no pull request', { pullRequest: null, branchExists: true }],
  ['no branch', { pullRequest: { number: 7, url: 'u' }, branchExists: false }],
])('a job with %s keeps the name of its branch', async (_, changes) => {
  const { world, job, dispatch } = await queued()
  await changeJob(world, await job(), { ...changes, branch: 'prentice/x' })
  await dispatch()
  expect(await job()).toMatchObject({ branch: 'prentice/x', run: { state: 'dispatched' } })
})

const PLACE = { installationId: 1, accountId: 77 }

test('a run that has advanced is neither checked for capacity nor leased', async () => {
  const { world, job, dispatch } = await queued()
  const before = (await job()).run
  await dispatch()
  const key = { project: 'prj_ya', job: (await job()).id, run: 1 }
  expect(await mayDispatch(world, key, before, PLACE)).toBe(false)
  expect(await mayDispatch(world, { ...key, run: 2 }, (await job()).run, PLACE)).toBe(false)
  expect(await mayDispatch(world, key, { ...(await job()).run, attempts: 9 }, PLACE)).toBe(false)
  expect(await mayDispatch(world, { ...key, job: 'job_x' }, before, PLACE)).toBe(false)
  const { workflow } = (await job()).run
  if (workflow === null) throw new Error('it was not dispatched')
  const plan = { attempt: 1, workflow, filesSha: 'a', base: 'main', newBranch: null }
  expect(await leaseDispatch(world, key, plan, PLACE)).toBe(false)
  expect(await leaseDispatch(world, { ...key, run: 2 }, plan, PLACE)).toBe(false)
})

test('a run without a slot waits 30 seconds', async () => {
  const { world, job, sent, dispatch } = await queued()
  const set = Array.from({ length: 5 }, (_, n) => ({ key: slotKeys.held('prj_ya', `run_${n}`), value: '' }))
  await world.store.commit({ set })
  await dispatch()
  expect((await job()).run).toMatchObject({ state: 'queued', waiting: true, dueAt: world.clock.at + 30_000 })
  expect(sent).toEqual([])
})

test('a second attempt keeps the slot of its run, and waits for the pace alone', async () => {
  const { world, job, dispatch } = await queued({
    dispatchWorkflow: async () => ({ kind: 'unknown', detail: 'broken off' }),
  })
  await dispatch()
  const set = [1, 2, 3, 4].map((n) => ({ key: slotKeys.held('prj_ya', `run_${n}`), value: '' }))
  await world.store.commit({ set })
  world.clock.at += 30_000
  await dispatch()
  expect((await job()).run).toMatchObject({
    state: 'dispatching',
    attempts: 2,
    dueAt: world.clock.at + 30_000,
  })

  world.clock.at += 30_000
  const usedUntil = world.clock.at + 60_000
  const taken = JSON.stringify({ usedUntil, by: 'prj_x' })
  await world.store.commit({ set: [{ key: pacingKeys.lastSlot(1), value: taken }] })
  await dispatch()
  const { everyMs, aheadMs } = world.paces.start
  const at = Math.min(usedUntil, world.clock.at + world.paces.end.aheadMs) + everyMs - aheadMs
  expect((await job()).run).toMatchObject({ state: 'dispatching', attempts: 2, waiting: false })
  expect((await job()).run.dueAt).toBe(
    checkAgainAt({ kind: 'wait', at, wasOurs: false }, 0, world.paces.start, () => 0.5),
  )
})

test('free slots of a project go to the runs that have waited longest', async () => {
  const { store } = await useCases()
  const waits = (n: number) => slotKeys.waiting({ project: 'prj_ya', job: `job_${n}` }, n)
  const set = [
    { key: slotKeys.held('prj_ya', 'run_0'), value: '' },
    ...[1, 2, 3].map((n) => ({ key: waits(n), value: '' })),
  ]
  await store.commit({ set })
  const gets = async (runsAtOnce: number, place: string | null) =>
    (await acquireSlot(store, 'prj_ya', runsAtOnce, place)) !== null
  expect(await Promise.all([1, 2, 3].map((n) => gets(3, waits(n))))).toEqual([true, true, false])
  expect([await gets(3, null), await gets(4, null), await gets(5, null)]).toEqual([false, false, true])
  expect([await gets(1, waits(1)), await gets(2, waits(1)), await gets(2, waits(2))]).toEqual([
    false,
    true,
    false,
  ])
  expect(await Promise.all([1, 2, 3].map((n) => countAhead(store, 'prj_ya', waits(n), 10)))).toEqual([
    0, 1, 2,
  ])
  expect([await countAhead(store, 'prj_ya', null, 10), await countAhead(store, 'prj_ya', null, 2)]).toEqual([
    3, 2,
  ])
})

test('each slot that is taken counts, so that of two processes that see the last one, one fails', async () => {
  const { store } = await useCases()
  const lock = slotKeys.lock('prj_ya')
  const first = await acquireSlot(store, 'prj_ya', 5, null)
  expect(first).toEqual({ checks: [{ key: lock, value: null }], set: [{ key: lock, value: '1' }] })
  expect(await store.commit(first ?? {})).toBe(true)
  expect(await store.commit(first ?? {})).toBe(false)
  expect(await acquireSlot(store, 'prj_ya', 5, null)).toEqual({
    ...{ checks: [{ key: lock, value: '1' }], set: [{ key: lock, value: '2' }] },
  })
})

test('a paced slot is taken until its end, by its project', async () => {
  const world = await useCases()
  const { clock } = world
  const paces = pacesOf({ perMinute: 60, atOnce: 2 })
  const deps = { ...world, paces }
  const key = pacingKeys.lastSlot(1)
  expect(await findPacedSlot(deps, 1, 'prj_ya', 'start')).toEqual({
    kind: 'free',
    checks: [{ key, value: null }],
    set: [
      {
        key,
        value: JSON.stringify({ usedUntil: clock.at + 1000, by: 'prj_ya' }),
        expiresAt: clock.at + 1000,
      },
    ],
  })
  const taken = () => takePacedSlot(deps, 1, 'prj_ya', 'start')
  expect([await taken(), await taken(), await taken()]).toEqual([null, null, clock.at + 1000])
  expect(await findPacedSlot(deps, 1, 'prj_ya', 'start')).toEqual({
    ...{ kind: 'wait', at: clock.at + 1000, wasOurs: true },
  })
  expect(await findPacedSlot(deps, 1, 'prj_x', 'start')).toMatchObject({ kind: 'wait', wasOurs: false })
  expect((await findPacedSlot(deps, 2, 'prj_ya', 'start')).kind).toBe('free')
  clock.at += 999
  expect(await taken()).toBe(clock.at + 1)
  clock.at += 1
  expect(await taken()).toBeNull()
})

test('a clock that was set back does not block the pace for longer than slots may be taken ahead', async () => {
  const world = await useCases()
  const paces = pacesOf({ perMinute: 60, atOnce: 2 })
  const far = JSON.stringify({ usedUntil: world.clock.at + DAY, by: 'x' })
  await world.store.commit({ set: [{ key: pacingKeys.lastSlot(1), value: far }] })
  expect(await takePacedSlot({ ...world, paces }, 1, 'prj_ya', 'end')).toBe(
    world.clock.at + paces.end.everyMs,
  )
})

test.each([
  [0, false, 0, 0],
  [0, true, 0, 500],
  [3, false, 0, 3000],
  [0, false, 1, 250],
  [2, true, 0.5, 2625],
  [0, false, 0.001, 1],
])(
  'a run with %i ahead, whose project took the last slot (%s), checks again',
  (ahead, wasOurs, random, after) => {
    const pace = { everyMs: 1000, aheadMs: 0 }
    expect(checkAgainAt({ kind: 'wait', at: 7000, wasOurs }, ahead, pace, () => random)).toBe(7000 + after)
  },
)
