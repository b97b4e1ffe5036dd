import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { isEnded, type Run } from '../../../src/app/domain/run.ts'
import { advanceRun, type RunEvent } from '../../../src/app/domain/run-state-machine.ts'
import { reason } from '../../../src/contract/reasons.ts'
import type { RunState } from '../../../src/contract/run.ts'
import { RANK } from '../../support/app/run-rank.ts'
import { events, NOW, newJob } from './run-events.ts'

const LATER = NOW + 5_000
const STATES = Object.keys(RANK) as RunState[]

/** A job whose run is in this state, and was given nothing but that. */
const inState = (state: RunState, run: Partial<Run> = {}, job: Partial<Job> = {}): Job => {
  const before = newJob()
  return { ...before, ...job, run: { ...before.run, state, ...run } }
}

function after(job: Job, event: RunEvent): Job {
  const transition = advanceRun(job, event, LATER)
  if (transition.kind === 'ignored') throw new Error(transition.why)
  return transition.job
}

const whyIgnored = (job: Job, event: RunEvent): string | null => {
  const transition = advanceRun(job, event, LATER)
  return transition.kind === 'ignored' ? transition.why : null
}

const { dispatching, dispatched, claimed, publishing, reported, confirmed, failed, cancelled } = events
const noSlot: RunEvent = { type: 'no-slot', dueAt: LATER + 9 }
const firstToken: RunEvent = { ...publishing, replaces: null }
const baseMerge: RunEvent = { type: 'base-merge', baseMerge: { kind: 'left' }, dueAt: LATER + 9 }
const baseMoved: RunEvent = { type: 'base-moved', since: NOW - 1, dueAt: LATER + 9 }
const pullRequest = { number: 3, url: 'https://github.com/o/r/pull/3' }
const merged = {
  type: 'merged-on-github',
  last: 2,
  headSha: 'a'.repeat(40),
  delivered: { pullRequest },
} as const

test.each<[string, RunEvent, RunState[]]>([
  ['no slot', noSlot, ['queued']],
  ['a merge by GitHub that is under way or left', baseMerge, ['queued']],
  ['a branch that has moved', baseMoved, ['queued']],
  ['a merge by GitHub', merged, ['queued']],
  [
    'a new time',
    events.rescheduled,
    ['queued', 'dispatching', 'dispatched', 'running', 'publishing', 'delivered'],
  ],
  [
    'a webhook',
    events.githubChanged,
    ['queued', 'dispatching', 'dispatched', 'running', 'publishing', 'delivered'],
  ],
  ['a dispatch', dispatching, ['queued', 'dispatching']],
  [
    'the answer to a dispatch',
    dispatched,
    ['dispatching', 'dispatched', 'running', 'publishing', 'delivered', 'succeeded', 'failed', 'cancelled'],
  ],
  ['a claim', claimed, ['dispatching', 'dispatched']],
  ['a push token', firstToken, ['running', 'publishing']],
  ['a result', reported, ['running', 'publishing']],
  ['a verification', confirmed, ['delivered']],
  ['a failure', failed, ['queued', 'dispatching', 'dispatched', 'running', 'publishing', 'delivered']],
  [
    'a cancellation',
    cancelled,
    ['queued', 'dispatching', 'dispatched', 'running', 'publishing', 'delivered'],
  ],
])('%s is applied in its states and ignored in all others', (_, event, states) => {
  expect(STATES.filter((state) => whyIgnored(inState(state), event) === null)).toEqual(states)
})

test('three states are final', () => {
  expect(STATES.filter((state) => isEnded({ state }))).toEqual(['succeeded', 'failed', 'cancelled'])
})

test.each<[Job, RunEvent, string]>([
  [inState('running'), noSlot, 'the run is running already'],
  [inState('running'), baseMerge, 'the run is running already'],
  [inState('running'), baseMoved, 'the run is running already'],
  [inState('running'), merged, 'the run is running already'],
  [inState('running'), dispatching, 'the run is running already'],
  [inState('queued', { attempts: 1 }), dispatching, 'another process dispatches the run'],
  [inState('queued'), dispatched, 'the run was not being dispatched'],
  [inState('running', { workflowRunId: 4 }), dispatched, 'the run is running already'],
  [inState('running'), { ...dispatched, workflowRunId: null }, 'the run is running already'],
  [inState('running', { secretHash: 'bb' }), claimed, 'another runner has claimed the run'],
  [inState('queued'), claimed, 'the run is queued'],
  [inState('dispatched'), firstToken, 'the run is dispatched'],
  [inState('running', { encryptedToken: 'other' }), firstToken, 'another push token was issued meanwhile'],
  [inState('delivered'), reported, 'a result was reported before'],
  [inState('dispatched'), reported, 'the run is dispatched'],
  [inState('running'), confirmed, 'the run is running, nothing was reported to confirm'],
  [inState('failed'), failed, 'the run has ended: failed'],
  [inState('failed'), { ...dispatched, workflowRunId: null }, 'the run has ended: failed'],
  [inState('failed', { workflowRunId: 4 }), dispatched, 'the run has ended: failed'],
  [
    inState('running'),
    { ...failed, expected: { state: 'dispatched', attempts: 0 } },
    'the run was expected to be dispatched, and is running now',
  ],
  [
    inState('dispatching', { attempts: 2 }),
    { ...failed, expected: { state: 'dispatching', attempts: 1 } },
    'the run was expected to be dispatching, and is dispatching now',
  ],
  [
    inState('running'),
    { ...events.rescheduled, expected: { state: 'dispatched', attempts: 0 } },
    'the run is running now',
  ],
  [
    inState('running', { githubChanged: true }),
    { ...events.rescheduled, expected: { state: 'running', attempts: 0, githubChanged: false } },
    'GitHub has sent news of it meanwhile',
  ],
  [inState('running', {}, { taken: 2, messages: 3 }), events.messagesAcknowledged, 'acknowledged before'],
  [
    inState('running', {}, { taken: 1, messages: 1 }),
    events.messagesAcknowledged,
    'there is no such message',
  ],
])('%#: an ignored event has a reason', (job, event, why) => {
  expect(whyIgnored(job, event)).toBe(why)
})

test('a run without a slot waits, and records that', () => {
  expect(after(inState('queued'), noSlot).run).toEqual({
    ...inState('queued').run,
    waiting: true,
    dueAt: LATER + 9,
  })
})

test('a webhook makes the run due now, and a new due time clears that', () => {
  const due = after(inState('running'), events.githubChanged)
  expect(due.run).toMatchObject({ dueAt: LATER, githubChanged: true })
  const expected = { state: 'running', attempts: 0 } as const
  expect(after(due, { ...events.rescheduled, expected }).run).toMatchObject({
    dueAt: NOW + 1000,
    githubChanged: false,
  })
})

test('a new due time that knows of the webhook, or of no state, clears it', () => {
  const due = inState('running', { githubChanged: true })
  const expected = { state: 'running', attempts: 0, githubChanged: true } as const
  expect(after(due, { ...events.rescheduled, expected }).run.githubChanged).toBe(false)
  expect(after(due, events.rescheduled).run.githubChanged).toBe(false)
  const none = inState('running')
  expect(
    after(none, { ...events.rescheduled, expected: { ...expected, githubChanged: false } }).run.dueAt,
  ).toBe(NOW + 1000)
})

test('a merge by GitHub is recorded with the next due time', () => {
  expect(after(inState('queued'), baseMerge).run).toMatchObject({
    baseMerge: { kind: 'left' },
    dueAt: LATER + 9,
  })
  expect(after(inState('queued'), baseMoved).run).toMatchObject({
    baseMovedSince: NOW - 1,
    dueAt: LATER + 9,
  })
})

test('a merge by GitHub ends the run as if a runner had published it', () => {
  const job = inState('queued', { first: 2, last: 2 }, { taken: 1, messages: 2 })
  expect(after(job, merged)).toMatchObject({
    taken: 2,
    pullRequest,
    run: {
      state: 'succeeded',
      last: 2,
      reason: null,
      report: { outcome: 'published', headSha: 'a'.repeat(40), pullRequest: 3, reason: null },
    },
  })
  expect(after(job, { ...merged, delivered: {} }).run.report).toMatchObject({ pullRequest: null })
  expect(after({ ...job, taken: 3, messages: 3 }, merged).taken).toBe(3)
})

test('a branch that held the base already ends the run without a change', () => {
  const why = reason('no-change', 'x')
  const none: RunEvent = { ...merged, headSha: null, delivered: { pullRequest, reason: why } }
  expect(after(inState('queued'), none).run).toMatchObject({
    state: 'succeeded',
    reason: why,
    report: { outcome: 'no-change', headSha: null, pullRequest: null },
  })
})

test('a dispatch records its plan and keeps the branch', () => {
  const job = inState('queued', { waiting: true }, { branchExists: true })
  expect(after(job, dispatching)).toEqual({
    ...job,
    run: {
      ...job.run,
      state: 'dispatching',
      waiting: false,
      attempts: 1,
      dispatchedAt: LATER,
      workflow: dispatching.plan.workflow,
      filesSha: dispatching.plan.filesSha,
      base: 'main',
      dueAt: NOW + 1000,
    },
  })
})

test('a dispatch with a new branch records that the branch does not exist yet', () => {
  const plan = { ...dispatching.plan, newBranch: 'prentice/0000000000-2' }
  expect(after(inState('queued', {}, { branchExists: true }), { ...dispatching, plan })).toMatchObject({
    branch: 'prentice/0000000000-2',
    branchExists: false,
  })
})

test('the response to a dispatch names the workflow run, also after the claim', () => {
  const named = { workflowRunId: 5, workflowRunUrl: 'https://github.com/o/r/actions/runs/5' }
  expect(after(inState('dispatching'), dispatched).run).toMatchObject({
    state: 'dispatched',
    ...named,
    dueAt: NOW + 1000,
  })
  expect(after(inState('running', { dueAt: 7 }), dispatched).run).toMatchObject({
    state: 'running',
    ...named,
    dueAt: 7,
  })
})

test('the response to a dispatch names the workflow run of an ended run and of its cleanup only', () => {
  const ended = after(inState('dispatching', { workflow: dispatching.plan.workflow }), cancelled)
  const [own] = ended.cleanups
  if (own === undefined) throw new Error('there is no cleanup')
  const known = { ...own, workflowRunId: 3 }
  const other = { ...own, run: 9 }
  const named = after({ ...ended, cleanups: [own, known, other] }, dispatched)
  expect(named.cleanups).toEqual([{ ...own, workflowRunId: 5 }, known, other])
  expect(named.run).toMatchObject({
    state: 'cancelled',
    workflowRunId: 5,
    workflowRunUrl: 'https://github.com/o/r/actions/runs/5',
  })
})

test('a claim takes the messages that wait', () => {
  const job = inState('dispatched', { first: 1, last: 1 }, { messages: 3 })
  expect(after(job, claimed)).toMatchObject({
    taken: 3,
    run: {
      state: 'running',
      first: 1,
      last: 3,
      secretHash: 'aa',
      claimedAt: LATER,
      workflowRunId: 5,
      workflowRunUrl: 'https://x/5',
      dueAt: NOW + 1000,
    },
  })
})

test('a claim that reads other repositories leaves later messages waiting', () => {
  const job = inState('dispatched', { first: 1, last: 1 }, { messages: 3 })
  const readsContext = { upTo: 2, linked: ['the issue a/b#1'] }
  expect(after(job, { ...claimed, readsContext })).toMatchObject({
    taken: 2,
    outside: ['the issue a/b#1'],
    run: { last: 2, readsContext: true },
  })
  expect(after(job, { ...claimed, readsContext: { ...readsContext, upTo: 9 } }).taken).toBe(3)
})

test('a claim without other texts records none', () => {
  const job = after(inState('dispatched'), { ...claimed, baseHead: null })
  expect(Object.keys(job)).not.toContain('outside')
  for (const field of ['readsContext', 'baseHead']) expect(Object.keys(job.run)).not.toContain(field)
})

test('a claim records the head of the base that it merges', () => {
  expect(after(inState('dispatched'), { ...claimed, baseHead: 'b'.repeat(40) }).run.baseHead).toBe(
    'b'.repeat(40),
  )
})

test('texts from outside are named once, and at most twenty', () => {
  const job = inState('dispatched', {}, { outside: ['a', 'b'] })
  expect(after(job, { ...claimed, outside: ['b', 'c'] }).outside).toEqual(['a', 'b', 'c'])
  const many = Array.from({ length: 30 }, (_, i) => `text ${i}`)
  expect(after(job, { ...claimed, outside: many }).outside).toEqual(['a', 'b', ...many.slice(0, 18)])
  expect(after(inState('dispatched'), { ...claimed, outside: ['c'] }).outside).toEqual(['c'])
})

test('a retry takes no message that an earlier run took', () => {
  const job = inState('dispatched', { first: 1, last: 1 }, { messages: 3, taken: 3 })
  expect(after(job, claimed)).toMatchObject({ taken: 3, run: { last: 1 } })
})

test('the runner that claimed the run may claim it again, and changes nothing', () => {
  const job = inState('running', { secretHash: 'aa', claimedAt: NOW })
  expect(after(job, claimed)).toEqual(job)
})

test('a runner acknowledges messages up to the last one', () => {
  const job = inState('running', {}, { taken: 1, messages: 2 })
  expect(after(job, events.messagesAcknowledged)).toMatchObject({ taken: 2, run: { last: 2 } })
  expect(after({ ...job, messages: 3 }, events.messagesAcknowledged)).toMatchObject({ taken: 2 })
})

test('the first push token begins the publishing, the next replaces it', () => {
  const begun = after(inState('running', {}, { taken: 1 }), firstToken)
  expect(begun.run).toMatchObject({
    state: 'publishing',
    publishingAt: LATER,
    encryptedToken: 'encrypted',
    dueAt: NOW + 1000,
  })
  const next = { ...publishing, replaces: 'encrypted', encryptedToken: 'next' }
  const again = { ...begun, run: { ...begun.run, publishingAt: NOW } }
  expect(after(again, next).run).toMatchObject({ publishingAt: NOW, encryptedToken: 'next' })
})

test('a push token and a result acknowledge messages, too', () => {
  const job = inState('running', {}, { taken: 1, messages: 2 })
  expect(after(job, { ...firstToken, acknowledged: 2 })).toMatchObject({
    taken: 2,
    run: { state: 'publishing' },
  })
  expect(after(job, { ...reported, acknowledged: 2 })).toMatchObject({
    taken: 2,
    run: { state: 'delivered' },
  })
})

test('a result is due for its verification', () => {
  expect(after(inState('running', {}, { taken: 1 }), reported).run).toMatchObject({
    state: 'delivered',
    report: reported.report,
    reportedAt: LATER,
    usage: null,
    dueAt: LATER,
  })
})

test('a revoked push token is forgotten', () => {
  expect(
    after(inState('delivered', { encryptedToken: 'x' }), events.tokenRevoked).run.encryptedToken,
  ).toBeNull()
})

test('a verification ends the run with what GitHub shows', () => {
  const job = inState('delivered', { encryptedToken: 'x', waiting: true }, { taken: 1 })
  const transition = advanceRun(job, confirmed, LATER)
  if (transition.kind === 'ignored') throw new Error(transition.why)
  expect(transition.ended).toEqual(transition.job.run)
  expect(transition.job).toMatchObject({
    branchExists: true,
    pullRequest: { number: 3 },
    lastActivityAt: LATER,
    run: {
      state: 'succeeded',
      reason: null,
      dueAt: null,
      endedAt: LATER,
      encryptedToken: null,
      waiting: false,
    },
  })
})

test('a run without a change has a reason', () => {
  const why = failed.reason
  expect(after(inState('delivered'), { type: 'confirmed', delivered: { reason: why } }).run.reason).toEqual(
    why,
  )
})

test('a failure keeps the branch and pull request of the job, unless it reports others', () => {
  const first = { number: 1, url: 'https://github.com/o/r/pull/1' }
  const job = inState('running', {}, { taken: 1, branchExists: true, pullRequest: first })
  expect(after(job, failed)).toMatchObject({
    branchExists: true,
    pullRequest: first,
    run: { state: 'failed' },
  })
  const expected = { state: 'running', attempts: 0 } as const
  const delivered = { branchExists: false, pullRequest: { number: 2, url: 'https://x' } }
  expect(after(job, { ...failed, expected, delivered })).toMatchObject(delivered)
})

test('a failed claim leaves its prompts to the next run', () => {
  const job = inState('running', { claimedAt: NOW }, { taken: 1 })
  expect(after(job, { ...failed, handedNothing: true }).run.claimedAt).toBeNull()
  expect(after(job, failed).run.claimedAt).toBe(NOW)
})

test('messages that wait open the next run when this one fails, and none when it is cancelled', () => {
  const job = inState('running', { claimedAt: NOW }, { taken: 1, messages: 3 })
  const next = advanceRun(job, failed, LATER)
  if (next.kind === 'ignored') throw new Error(next.why)
  expect(next.job.run).toMatchObject({
    number: 2,
    state: 'queued',
    first: 2,
    last: 3,
    queuedAt: LATER,
    dueAt: LATER,
  })
  expect(next.ended).toMatchObject({ number: 1, state: 'failed' })
  expect(after(job, cancelled)).toMatchObject({ taken: 3, run: { number: 1, state: 'cancelled' } })
})

test('a run that ends unclaimed has used its prompts', () => {
  expect(after(inState('dispatched'), failed)).toMatchObject({ taken: 1, run: { number: 1 } })
})

test('a run that was stopped takes what it had used, once, and nothing else', () => {
  const usage = { steps: 2, inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, costUsd: 0.1 }
  const stopped = inState('cancelled', { usage: null })
  const late = { ...reported, usage } as RunEvent
  const told = after(stopped, late)
  expect(told).toEqual({ ...stopped, run: { ...stopped.run, usage } })
  expect(whyIgnored(told, late)).toBe('the run has ended: cancelled')
  expect(whyIgnored(inState('failed', { usage: null }), late)).toBe('the run has ended: failed')
})
