import { expect, test } from 'vitest'
import type { Origin } from '../../../../src/app/domain/origin.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { applied } from '../../../../src/app/domain/run-state-machine.ts'
import type { BranchUpdate, PullRequest } from '../../../../src/app/github/pull-request.ts'
import { listRuns } from '../../../../src/app/job-store/run-history.ts'
import { updateJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { sendMessage, updateBranch } from '../../../../src/app/jobs/send-message.ts'
import { recordPermissions } from '../../../../src/app/projects/installed-projects.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { recordEvents } from '../../../../src/app/runs/record-events.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { FEATURES, PROTOCOL_VERSION } from '../../../../src/contract/runner-protocol/protocol.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { showPullRequest } from '../../../support/app/show-pull-request.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from '../reconcile/own-pull-request.ts'

const HEAD = 'a'.repeat(40)
const BASE = 'b'.repeat(40)
const ANA = { kind: 'actor', id: 5, login: 'ana' } as const
const MERGED = 'c'.repeat(40)

/** A job with an open pull request, of which GitHub answers `answer` to a request to update it. */
async function givenPull(answer: BranchUpdate, over: Partial<PullRequest> = {}, settings = '') {
  const dispatched: string[] = []
  const sent: object[] = []
  const github = {
    reads: 0,
    head: HEAD,
    base: BASE,
    holds: new Set<string>(),
    pull: over,
    onCompare: async () => {},
  }
  let branch = ''
  const world = await useCases(
    dispatchingGithub(dispatched, {
      async readPullRequest() {
        github.reads++
        return { ...ownPullRequest(branch, github.head), ...github.pull }
      },
      readBranchHead: async () => github.base,
      async contains(_, commit) {
        await github.onCompare()
        return github.holds.has(commit)
      },
      readProjectFiles: async () => ({
        settings: [{ path: '.github/prentice.yml', text: settings }],
        instructions: [],
      }),
      readWorkflowRun: async () => null,
      permissionOf: async () => ({ userId: ANA.id, permission: 'write', roleName: 'write' }),
      async updateBranch(_, pull) {
        sent.push(pull)
        return answer
      },
    }),
  )
  const { id } = await world.newJob('the prompt')
  const key = { project: 'prj_ya', job: id }
  await cancelJob(world, key, A_TEST)
  await showPullRequest(world, key, { number: 3 })
  branch = (await world.job(id)).branch
  const update = async (origin?: Origin) =>
    (await updateBranch(world, { ...(await world.workRequest()), ...(origin && { origin }), job: id })).kind
  /** All that is due now, and what becomes due in the next seconds. */
  async function work(seconds = 0) {
    world.clock.at += seconds * 1000
    await advanceDueJob(world, key)
  }
  return { ...world, world, key, github, dispatched, sent, update, work, job: () => world.job(id) }
}

test('GitHub makes a merge without conflicts, and no runner starts', async () => {
  const { update, work, github, sent, dispatched, job, store } = await givenPull({ kind: 'accepted' })
  expect(await update()).toBe('accepted')
  await work()
  expect(sent).toEqual([{ number: 3, expectedHead: HEAD }])
  expect((await job()).run).toMatchObject({ state: 'queued', baseMerge: { kind: 'sent' } })
  await work(3)
  expect((await job()).run.state).toBe('queued')
  github.head = MERGED
  github.holds.add(BASE)
  await work(3)
  expect((await job()).run).toMatchObject({
    state: 'succeeded',
    reason: null,
    report: { outcome: 'published', headSha: MERGED, pullRequest: 3 },
  })
  expect((await listRuns(store, await job())).at(-1)).toMatchObject({
    summary: 'Merged `main` into the branch. There was no conflict.',
  })
  expect(sent).toHaveLength(1)
  expect(dispatched).toEqual([])
})

test('a branch that contains its base does not change', async () => {
  const { update, work, github, sent, job } = await givenPull({ kind: 'accepted' })
  github.holds.add(BASE)
  await update()
  await work()
  const reason = { code: 'no-change', message: 'The branch is already up to date with `main`.' }
  expect((await job()).run).toMatchObject({ state: 'succeeded', reason })
  expect(sent).toEqual([])
})

test('an update for which a runner starts reads the pull request once', async () => {
  const { update, work, github, dispatched } = await givenPull({ kind: 'conflict' })
  await update()
  const before = github.reads
  await work()
  expect([dispatched.length, github.reads - before]).toEqual([1, 1])
})

test('with conflicts the runner merges, into the branch that the pull request targets', async () => {
  const { update, work, dispatched, key, job, world } = await givenPull(
    { kind: 'conflict' },
    { baseBranch: 'release' },
  )
  await update()
  await work()
  expect(dispatched).toEqual([runId({ ...key, run: 2 })])
  await seatedRunner(world, key)
  const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
  const assignment = await buildAssignment(world, { ...key, run: 2 }, await job(), claimant)
  expect(assignment).toMatchObject({ update: { alone: true }, base: 'release' })
})

test('the runner knows whether the server may commit workflow files', async () => {
  const { update, work, key, job, world } = await givenPull({ kind: 'conflict' })
  await recordPermissions(world.store, 1, () => ({ contents: 'write', workflows: 'write' }))
  await update()
  await work()
  await seatedRunner(world, key)
  const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
  const assignment = await buildAssignment(world, { ...key, run: 2 }, await job(), claimant)
  expect(assignment.update).toEqual({ alone: true, mergesWorkflows: true })
})

test('the claim of a merge records the head of the base, and no other claim does', async () => {
  const { update, work, key, job, world } = await givenPull({ kind: 'conflict' })
  const claim = async (run: number) => {
    const who = identity({ workflowRunId: (await job()).run.workflowRunId ?? 0 })
    const asked = { run: runId({ ...key, run }), protocol: PROTOCOL_VERSION, features: [...FEATURES] }
    expect(await claimRun(world, who, SECRET, asked)).toMatchObject({ kind: 'claimed' })
  }
  await update()
  await work()
  await claim(2)
  expect((await job()).run.baseHead).toBe(BASE)
  await cancelJob(world, key, A_TEST)
  await world.message(key.job, 'and fix the test')
  await work()
  await claim(3)
  expect((await job()).run.baseHead).toBeUndefined()
})

/** GitHub cannot merge, a runner starts, and the quota of its model is used up. */
async function parkedMerge() {
  const given = await givenPull({ kind: 'conflict' })
  const { update, work, key, job, world } = given
  await update(ANA)
  await work()
  const { run, keepPatch } = await seatedRunner(world, key)
  await keepPatch('the resolved conflicts')
  await recordResult(world, run, SECRET, {
    ...{ outcome: 'failed', acknowledged: 2, summary: null, usage: null, published: null },
    reason: reason('quota-spent', 'anthropic/x (slow down)'),
    parking: { seconds: 3600, notes: '- a.txt is done' },
  })
  await work()
  expect((await job()).run).toMatchObject({ number: 3, state: 'queued', parkings: 1 })
  return given
}

test('the next runner of a parked merge with conflicts merges again, and continues the saved work', async () => {
  const { work, key, job, world, sent, dispatched } = await parkedMerge()
  await work(3_600)
  expect([sent.length, dispatched]).toEqual([2, [2, 3].map((run) => runId({ ...key, run }))])
  await seatedRunner(world, key)
  const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
  expect(await buildAssignment(world, { ...key, run: 3 }, await job(), claimant)).toMatchObject({
    update: { alone: true },
    unfinishedWork: {
      patch: Buffer.from('the resolved conflicts').toString('base64'),
      notes: '- a.txt is done',
    },
  })
})

test('a parked merge needs no runner if somebody has resolved the conflicts meanwhile', async () => {
  const { work, job, github, dispatched } = await parkedMerge()
  github.head = MERGED
  github.holds.add(BASE)
  await work(3_600)
  expect((await job()).run).toMatchObject({ state: 'succeeded', reason: { code: 'no-change' } })
  expect(dispatched).toHaveLength(1)
})

test('two simultaneous requests make one merge and start one runner', async () => {
  for (const answer of [{ kind: 'accepted' }, { kind: 'conflict' }] as const) {
    const { update, work, github, sent, dispatched, job } = await givenPull(answer)
    expect(await Promise.all([update(), update()])).toEqual(['accepted', 'accepted'])
    await work()
    github.head = MERGED
    github.holds.add(BASE)
    await work(3)
    await work(3)
    expect(sent).toHaveLength(1)
    const isMerged = answer.kind === 'accepted'
    expect((await job()).run).toMatchObject({ number: 2, state: isMerged ? 'succeeded' : 'dispatched' })
    expect(dispatched).toHaveLength(isMerged ? 0 : 1)
  }
})

test('another prompt of the turn is worked on after the merge', async () => {
  const { update, work, dispatched, github, key, job, world } = await givenPull({ kind: 'accepted' })
  await update()
  await world.message(key.job, 'and fix the test')
  await work()
  github.head = MERGED
  github.holds.add(BASE)
  await work(3)
  expect(dispatched).toHaveLength(1)
  await seatedRunner(world, key)
  const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
  const { update: assigned, prompts } = await buildAssignment(
    world,
    { ...key, run: 2 },
    await job(),
    claimant,
  )
  expect(assigned).toEqual({ alone: false, mergesWorkflows: false })
  expect(prompts.map(({ text }) => text).at(-1)).toBe('and fix the test')
})

test('a message that arrives after the update was judged is worked on in the next run', async () => {
  const { update, work, github, key, job, world } = await givenPull({ kind: 'accepted' })
  await update()
  await work()
  github.head = MERGED
  github.holds.add(BASE)
  github.onCompare = async () => {
    github.onCompare = async () => {}
    await world.message(key.job, 'one more')
  }
  await work(3)
  expect((await job()).run).toMatchObject({ number: 3, state: 'queued', first: 3, last: 3 })
})

test('the runner merges if GitHub accepts a merge and does not make it', async () => {
  const { update, work, dispatched } = await givenPull({ kind: 'accepted' })
  await update()
  await work()
  await work(60)
  expect(dispatched).toEqual([])
  await work(60)
  expect(dispatched).toHaveLength(1)
})

test.each([
  [89_999, { state: 'queued', baseMerge: { kind: 'sent' } }],
  [90_000, { state: 'dispatched', baseMerge: { kind: 'left' } }],
])('the server looks every two seconds for a merge that GitHub accepted: after %d ms', async (ms, run) => {
  const { update, clock, work, job, sent, dispatched } = await givenPull({ kind: 'accepted' })
  await update()
  const start = clock.at
  await work()
  expect((await job()).run).toMatchObject({
    baseMerge: { kind: 'sent', headSha: HEAD, baseSha: BASE, at: start },
    dueAt: start + 2_000,
  })
  clock.at = start + ms
  await work()
  expect((await job()).run).toMatchObject(run)
  if (run.state === 'queued') expect((await job()).run.dueAt).toBe(start + ms + 2_000)
  expect([sent.length, dispatched.length]).toEqual([1, run.state === 'queued' ? 0 : 1])
})

test('a merge that GitHub made of an earlier head of the base counts, once the branch has moved', async () => {
  const { update, work, github, job, sent } = await givenPull({ kind: 'accepted' })
  await update()
  await work()
  // The base has moved on: GitHub says of its new head that the branch does not contain it.
  github.base = 'd'.repeat(40)
  github.holds.add(BASE)
  await work(2)
  expect((await job()).run.state).toBe('queued')
  github.head = MERGED
  await work(2)
  expect((await job()).run).toMatchObject({ state: 'succeeded', report: { headSha: MERGED } })
  expect(sent).toHaveLength(1)
})

test.each([
  [4_000, 2_000],
  [4_001, 2_000],
  [6_000, 3_000],
  [89_999, 44_999],
  [90_000, null],
])(
  'the server checks a branch that keeps moving %d ms after the first time, then %j ms later',
  async (ms, wait) => {
    const { update, clock, work, job, sent } = await givenPull({ kind: 'moved' })
    await update()
    const start = clock.at
    await work()
    expect((await job()).run).toMatchObject({ baseMovedSince: start, dueAt: start + 2_000 })
    clock.at = start + ms
    await work()
    const { run } = await job()
    if (wait === null) expect(run).toMatchObject({ state: 'failed', reason: { code: 'update-refused' } })
    else expect(run).toMatchObject({ state: 'queued', baseMovedSince: start, dueAt: clock.at + wait })
    expect(sent).toHaveLength(2)
  },
)

test('the server checks a branch again that has moved', async () => {
  const { update, work, sent, job } = await givenPull({ kind: 'moved' })
  await update()
  await work()
  await work(3)
  expect(sent).toHaveLength(2)
  expect((await job()).run.state).toBe('queued')
})

/** Works whenever the run is due, until it is dispatched or ends. */
async function workUntilDecided({
  job,
  clock,
  world,
  key,
  dispatched,
}: Awaited<ReturnType<typeof givenPull>>) {
  for (
    let run = (await job()).run;
    run.state === 'queued' && dispatched.length === 0;
    run = (await job()).run
  ) {
    clock.at = Math.max(clock.at, run.dueAt ?? 0)
    await advanceDueJob(world, key)
  }
}

test('the server checks a branch that keeps moving for 90 seconds, less and less often', async () => {
  const given = await givenPull({ kind: 'moved' })
  await given.update()
  await workUntilDecided(given)
  const { run } = await given.job()
  expect(run).toMatchObject({ state: 'failed', reason: { code: 'update-refused' } })
  expect(run.reason?.message).toContain('its head changed each time')
  expect(given.sent.length).toBeLessThan(15)
  expect(given.dispatched).toEqual([])
})

test('other prompts of the turn are worked on although the branch keeps moving', async () => {
  const given = await givenPull({ kind: 'moved' })
  await given.update()
  await given.world.message(given.key.job, 'and fix the test')
  await workUntilDecided(given)
  expect(given.dispatched).toHaveLength(1)
})

test.each<[string, BranchUpdate, Partial<PullRequest>, string]>([
  [
    'a refusal',
    { kind: 'refused', detail: 'no `workflows` permission.', status: 422 },
    {},
    'no `workflows` permission.',
  ],
  ['a closed pull request', { kind: 'accepted' }, { state: 'closed' }, 'the pull request is closed.'],
  ['a merged pull request', { kind: 'accepted' }, { state: 'closed', merged: true }, 'is merged.'],
])('%s ends the run with the reason', async (_, answer, over, words) => {
  const { update, work, job, dispatched } = await givenPull(answer, over)
  await update()
  await work()
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'update-refused' } })
  expect((await job()).run.reason?.message).toContain(words)
  expect(dispatched).toEqual([])
})

test('a running agent gets neither the update nor the prompts after it', async () => {
  const { world, key, update, work, job } = await givenPull({ kind: 'conflict' })
  await world.message(key.job, 'work')
  await work()
  await seatedRunner(world, key)
  await world.message(key.job, 'also this')
  await update()
  await world.message(key.job, 'and that')
  const run = runId({ ...key, run: (await job()).run.number })
  const told = await recordEvents(world, run, SECRET, { events: [], acknowledged: 2 })
  expect(told.kind === 'recorded' && told.messages.map(({ text }) => text)).toEqual(['also this'])
})

test('a branch without an open pull request is not updated', async () => {
  const { world, key, update } = await givenPull({ kind: 'accepted' })
  await showPullRequest(world, key, { number: 3, state: 'merged' })
  expect(await update()).toBe('no-pull-request')
  const other = await world.newJob('another')
  const request = { ...(await world.workRequest()), job: other.id }
  expect((await updateBranch(world, request)).kind).toBe('no-pull-request')
  expect((await sendMessage(world, { ...request, prompt: 'x' })).kind).toBe('accepted')
})

test('a repeated request gets the answer of the first, even after the merge', async () => {
  const { world, key } = await givenPull({ kind: 'accepted' })
  const request = {
    ...(await world.workRequest()),
    job: key.job,
    idempotencyKey: { key: 'k1', owner: 'key_1', project: key.project, operation: 'update', body: '' },
  }
  const first = await updateBranch(world, request)
  await showPullRequest(world, key, { number: 3, state: 'merged' })
  expect(await updateBranch(world, request)).toEqual({ ...first, allowance: null })
  const another = { ...request, idempotencyKey: { ...request.idempotencyKey, key: 'k2' } }
  expect((await updateBranch(world, another)).kind).toBe('no-pull-request')
})

test.each([
  ['hold', ['the issue acme/api#2'], 'the runner'],
  ['hold', [], 'GitHub'],
  ['run', ['the issue acme/api#2'], 'GitHub'],
])('with `ci: %s` and a branch that is made after reading %j, %s merges', async (ci, outside, who) => {
  const { world, key, update, work, sent, dispatched } = await givenPull(
    { kind: 'accepted' },
    {},
    ci === 'hold' ? 'ci: hold' : '',
  )
  await updateJob(world, key, (job) => ({ transition: applied({ ...job, outside }), outcome: null }))
  await update()
  await work()
  expect([sent.length, dispatched.length]).toEqual(who === 'GitHub' ? [1, 0] : [0, 1])
})
