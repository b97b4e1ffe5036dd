import type { Mode } from '../../contract/job.ts'
import { LONGEST_PARKING_SECONDS } from '../../contract/runner-protocol/result.ts'
import type { Job } from './job.ts'
import type { Run } from './run.ts'

/** What a job records of the modes of its prompts. */
interface Modes {
  readonly modes?: Job['modes']
}

interface Moded extends Modes {
  readonly messages: number
}

/** Far more than there can be among the prompts that wait, which are the only ones that matter. */
const MAX_CHANGES = 50

/** The fields that record the mode of the newest prompt of the job. Pure. */
export function recordMode({ modes = [] }: Modes, prompt: number, mode: Mode | null): Modes {
  if ((modes.at(-1)?.mode ?? null) === mode) return {}
  return { modes: [...modes, { from: prompt, mode }].slice(-MAX_CHANGES) }
}

/** The mode of a prompt; `null`: it asks for a change. Pure. */
export const modeOf = ({ modes = [] }: Modes, prompt: number): Mode | null =>
  modes.findLast(({ from }) => from <= prompt)?.mode ?? null

/** The last prompt of a turn that begins with this one: a turn has one mode. Pure. */
export const lastOfTurn = ({ messages, modes = [] }: Moded, first: number): number =>
  Math.min(messages, (modes.find(({ from }) => from > first)?.from ?? Number.POSITIVE_INFINITY) - 1)

/**
 * The newest prompt, apart from questions and reviews, if it asks for a plan: what people answer revises that plan. `null`: it asks for a
 * change. Pure.
 */
export function lastPlanned({ messages, modes = [] }: Moded): number | null {
  const at = modes.findLastIndex(({ mode }) => mode !== 'ask' && mode !== 'review')
  if (modes[at]?.mode !== 'plan') return null
  const next = modes[at + 1]
  return next === undefined ? messages : next.from - 1
}

/** How many messages no run has taken. */
export const waiting = (job: Job): number => job.messages - job.taken

/**
 * The run of the next turn, which is all messages that wait, up to the first of another mode. The job never leaves `active`
 * between two turns. `isAnswer`: whether the newest of them may answer a question.
 */
export function openRun(job: Job, now: number, isAnswer = true): Job {
  const first = wasNeverClaimed(job.run) ? job.run.first : job.taken + 1
  return { ...job, run: (isAnswer ? answeringRun(job, first, now) : null) ?? runOfTurn(job, first, now) }
}

/** After the end of a run, for the messages that wait. Messages of another mode do not wait for a turn that no runner claimed. */
export function openNextRun(job: Job, now: number): Job {
  const isJoined = lastOfTurn(job, job.run.first) > job.run.last
  if (wasNeverClaimed(job.run) && !isJoined) return { ...job, run: runOfTurn(job, job.taken + 1, now) }
  return openRun(job, now)
}

/**
 * The run that works on an answer, and on the prompts of the turn that asked: an answer is short, and what was asked for stands in
 * them. Prompts of another mode between them keep the two apart. `null`: no question is open, or the prompts ask for no change.
 */
function answeringRun(job: Job, first: number, now: number): Run | null {
  const { asked } = job
  if (asked === undefined || modeOf(job, first) !== null) return null
  const isOneTurn = lastOfTurn(job, asked.first) >= first
  return { ...runOfTurn(job, isOneTurn ? asked.first : first, now), answers: asked.run }
}

function runOfTurn(job: Job, first: number, now: number): Run {
  const mode = modeOf(job, first)
  const run = newRun(job.run.number + 1, first, lastOfTurn(job, first), now)
  return mode === null ? run : { ...run, mode }
}

/** A retry of the same turn. Messages that arrive before it is claimed join it. */
export function repeatRun(job: Job, now: number): Job {
  const { number, first, last, mode, answers } = job.run
  const run: Run = {
    ...newRun(number + 1, first, last, now),
    retryOf: number,
    ...(mode !== undefined && { mode }),
    ...(answers !== undefined && { answers }),
  }
  return { ...job, run }
}

/** The run failed before a runner claimed it: its prompts are for the next run, as its reason promises. */
export const wasNeverClaimed = (run: Run): boolean => run.state === 'failed' && run.claimedAt === null

export const newRun = (number: number, first: number, last: number, now: number): Run => ({
  number,
  state: 'queued',
  first,
  last,
  retryOf: null,
  queuedAt: now,
  dueAt: now,
  waiting: false,
  githubChanged: false,
  attempts: 0,
  dispatchedAt: null,
  workflow: null,
  workflowRunId: null,
  workflowRunUrl: null,
  base: null,
  claimedAt: null,
  secretHash: null,
  filesSha: null,
  publishingAt: null,
  encryptedToken: null,
  report: null,
  reportedAt: null,
  reason: null,
  usage: null,
  endedAt: null,
})

const MINUTE_MS = 60_000
const LONGEST_MS = LONGEST_PARKING_SECONDS * 1000
/** If the provider does not say when it answers again: twice as long with each run that finds the quota used up. */
const FIRST_WAIT_MS = 15 * MINUTE_MS
const LONGEST_WAIT_MS = 4 * 60 * MINUTE_MS
/** Each of them starts a runner, only to learn that the quota is still used up. */
export const MAX_PARKINGS = 8

/** Whether the next run continues the work of this one, which has ended. */
export const wasParked = ({ state, report, reason, parkings = 0 }: Run): boolean =>
  // The server may have found another reason than the runner.
  state === 'failed' &&
  report?.parking !== undefined &&
  reason?.code === 'quota-spent' &&
  parkings < MAX_PARKINGS

/**
 * The job with the run that continues the work of this one later. It waits without a slot, and takes the messages that
 * arrive meanwhile. Pure.
 */
export function parkRun(job: Job, now: number): Job {
  const { report, parkings = 0 } = job.run
  const seconds = report?.parking?.seconds ?? null
  const waitMs = seconds === null ? Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** parkings) : seconds * 1000
  const until = now + Math.min(LONGEST_MS, Math.max(MINUTE_MS, waitMs))
  const next = repeatRun(job, until)
  return { ...next, run: { ...next.run, parkedUntil: until, parkings: parkings + 1 } }
}

/** Whether the run waits for the quota of its model. */
export const isParked = ({
  state,
  waiting,
  parkedUntil,
}: Pick<Run, 'state' | 'waiting' | 'parkedUntil'>): boolean =>
  state === 'queued' && !waiting && parkedUntil !== undefined

/** Whether the run may end with a question: not while another one is open, so never the second in a row. Pure. */
export const mayEndWithQuestion = ({
  questions,
  asked,
  run,
}: Pick<Job, 'questions' | 'asked' | 'run'>): boolean =>
  questions === true && asked === undefined && run.mode === undefined

/** The number of the run whose question waits for an answer; `null`: none does. Pure. */
export const openQuestion = ({
  archivedAt,
  asked,
  run,
}: Pick<Job, 'archivedAt' | 'asked' | 'run'>): number | null =>
  archivedAt === null && run.endedAt !== null ? (asked?.run ?? null) : null

/** Pure. */
export const endedWithQuestion = ({ reason }: Pick<Job['run'], 'reason'>): boolean =>
  reason?.code === 'input-required'

/** Whether there is a branch into which a turn can merge the base. Pure. */
export const hasOpenPullRequest = ({
  pullRequest,
  branchExists,
}: Pick<Job, 'pullRequest' | 'branchExists'>): boolean =>
  branchExists && pullRequest !== null && pullRequest.state !== 'merged' && pullRequest.state !== 'closed'
