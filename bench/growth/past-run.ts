import type { Job } from '../../src/app/domain/job.ts'
import type { Report } from '../../src/app/domain/run.ts'
import { advanceRun, type RunEvent } from '../../src/app/domain/run-state-machine.ts'
import type { Project } from '../../src/app/projects/project.ts'
import type { RecordedEvent } from '../../src/contract/events.ts'
import { WORKFLOW_FILE } from '../../src/contract/github.ts'
import { type Reason, reason } from '../../src/contract/reasons.ts'
import type { Usage } from '../../src/contract/run.ts'
import type { ResultRequest } from '../../src/contract/runner-protocol/result.ts'
import { BOT, HEAD_SHA } from '../github/github-shapes.ts'

/** How a run went. `waiting`: it was dispatched, and no runner has come yet. */
export type Course = 'published' | 'no-change' | 'failed' | 'cancelled' | 'waiting'

export interface PastRun {
  readonly course: Course
  readonly project: Project
  /** Of the workflow run, and of the pull request if there is one. */
  readonly number: number
}

/** Seconds from the create to each of what happens to a run. */
const AFTER = { dispatching: 1, dispatched: 2, claimed: 20, publishing: 300, reported: 310, end: 313 }
const LASTS_MS = AFTER.end * 1000

/** Where the working branch was left. */
const SHA = '6dcb09b5b57875f334f61aebed695e2e4193db5e'
const USAGE: Usage = {
  steps: 9,
  inputTokens: 184_310,
  cachedInputTokens: 151_002,
  outputTokens: 6_120,
  costUsd: 0.38,
}
const SUMMARY = 'Corrected the spelling in the README and left the rest as it was. '.repeat(6)
const BROKE = reason('model-failed', 'it answered 529 for ten minutes')

/** Takes a new job through its one run, by the machine that takes every run. */
export function liveThrough(job: Job, past: PastRun): Job {
  const { createdAt } = job
  const lived = eventsOf(job, past).reduce((before, [seconds, event]) => {
    const step = advanceRun(before, event, createdAt + seconds * 1000)
    if (step.kind === 'ignored') throw new Error(`a past run is not possible: ${step.why}`)
    return step.job
  }, job)
  // What was left to do on GitHub is long done.
  return { ...lived, rev: 9, cleanups: [] }
}

type TimedEvent = readonly [number, RunEvent]

function eventsOf(job: Job, past: PastRun): TimedEvent[] {
  const workflowRunId = past.number
  const url = `${job.repository}/actions/runs/${workflowRunId}`
  const at = (seconds: number) => job.createdAt + seconds * 1000
  const started: TimedEvent[] = [
    [
      AFTER.dispatching,
      { type: 'dispatching', plan: planOf(past.project), dueAt: at(AFTER.dispatching + 30) },
    ],
    [AFTER.dispatched, { type: 'dispatched', workflowRunId, url, dueAt: at(AFTER.dispatched + 60) }],
  ]
  if (past.course === 'waiting') return started
  const secretHash = 'b'.repeat(64)
  const dueAt = at(AFTER.claimed + 90)
  return [
    ...started,
    [AFTER.claimed, { type: 'claimed', secretHash, workflowRunId, url, dueAt }],
    ...endOf(job, past),
  ]
}

const planOf = ({ repositoryId, accountId }: Project) => ({
  attempt: 1,
  workflow: {
    repositoryId,
    ownerId: accountId,
    file: WORKFLOW_FILE,
    branch: 'main',
    actorId: BOT.id,
  },
  filesSha: HEAD_SHA,
  base: 'main',
  newBranch: null,
})

function endOf(job: Job, { course, number }: PastRun): TimedEvent[] {
  const dueAt = job.createdAt + LASTS_MS
  const reported = (report: Report): TimedEvent => [
    AFTER.reported,
    { type: 'reported', acknowledged: 1, report, usage: USAGE },
  ]
  switch (course) {
    case 'published': {
      const report: Report = { outcome: 'published', headSha: SHA, pullRequest: number, reason: null }
      const pullRequest = { number, url: `${job.repository}/pull/${number}` }
      return [
        [
          AFTER.publishing,
          { type: 'publishing', acknowledged: 1, replaces: null, encryptedToken: 'c'.repeat(120), dueAt },
        ],
        reported(report),
        [AFTER.end - 1, { type: 'token-revoked' }],
        [AFTER.end, { type: 'confirmed', delivered: { branchExists: true, pullRequest } }],
      ]
    }
    case 'no-change': {
      const why: Reason = reason('no-change', SUMMARY)
      return [
        reported({ outcome: 'no-change', headSha: null, pullRequest: null, reason: null }),
        [AFTER.end, { type: 'confirmed', delivered: { branchExists: false, reason: why } }],
      ]
    }
    case 'failed':
      return [
        reported({ outcome: 'failed', headSha: null, pullRequest: null, reason: BROKE }),
        [AFTER.end, { type: 'failed', reason: BROKE }],
      ]
    case 'cancelled':
      return [[AFTER.end, { type: 'cancelled', reason: reason('cancelled', 'the API key ci') }]]
    case 'waiting':
      return []
  }
}

/** What its runner said at the end; `null`: nothing. */
export function resultOf({ course, number }: PastRun): ResultRequest | null {
  const said = { acknowledged: 1, summary: SUMMARY, usage: USAGE }
  switch (course) {
    case 'published':
      return { ...said, outcome: 'published', published: { headSha: SHA, pullRequest: number } }
    case 'no-change':
      return { ...said, outcome: 'no-change', headSha: null }
    case 'failed':
      return { ...said, outcome: 'failed', reason: BROKE, published: null }
    case 'cancelled':
    case 'waiting':
      return null
  }
}

/** Batches of events, and events in each, that a run leaves. */
const BATCHES = 6
const IN_BATCH = 4
export const EVENTS = BATCHES * IN_BATCH

export const batchesOf = ({ createdAt }: Job): RecordedEvent[][] =>
  Array.from({ length: BATCHES }, (_, batch) =>
    Array.from({ length: IN_BATCH }, (_, place): RecordedEvent => {
      const seq = batch * IN_BATCH + place + 1
      const at = new Date(createdAt + (AFTER.claimed + seq * 10) * 1000).toISOString()
      const step = Math.ceil(seq / 2)
      return seq % 2 === 1
        ? { seq, at, event: { type: 'tool', step, tool: 'read_file', target: 'docs/setup.md', ok: true } }
        : {
            seq,
            at,
            event: {
              type: 'step',
              step,
              inputTokens: 18_431 * step,
              outputTokens: 612,
              costUsd: 0.03 * step,
            },
          }
    }),
  )
