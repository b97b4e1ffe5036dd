import { z } from 'zod'
import { Usage } from '../../contract/run.ts'
import type { Job } from '../domain/job.ts'
import { dueAtOf, type Retention } from '../domain/job-view.ts'
import { nextOutcome } from '../domain/outcome.ts'
import type { Run } from '../domain/run.ts'
import { type JobKey, type RunKey, runId } from '../domain/run-id.ts'
import { advanceRun, type RunEvent, type Transition } from '../domain/run-state-machine.ts'
import { outboxEntry } from '../outbox/outbox-entry.ts'
import { time } from '../store/keys.ts'
import { type Commit, commitWithRetry, mergeCommits, type Store, type TimedStore } from '../store/store.ts'
import { outcomeCommit } from '../usage/outcome-entry.ts'
import { usageEntry } from '../usage/usage-entry.ts'
import { feedbackEntry, jobCommit, otherReviewerEntry, outcomeLook, slotKeys } from './job-commit.ts'
import { loadJob } from './job-record.ts'
import { runKeys } from './run-history.ts'

/** The queue of batches; the account stands where other queues have the project. */
export const batchQueueKeys = {
  /** When the server next works on a batch. */
  step: (accountId: number, batch: string, at: number) => `batching/${time(at)}/step/${accountId}/${batch}`,
  /** A run of a job of a batch has ended. */
  ended: (accountId: number, run: string, at: number) => `batching/${time(at)}/ended/${accountId}/${run}`,
  /** When a batch that has ended is deleted. */
  purge: (accountId: number, batch: string, at: number) => `batching/${time(at)}/purge/${accountId}/${batch}`,
  queue: () => 'batching/' as const,
}

export interface JobStore extends TimedStore {
  /** Called after a commit that makes the job due immediately, so that the timer does not wait for its next tick. */
  readonly onDue: () => void
  readonly retention: Retention
}

/** The transition, what else its commit writes and checks, and what to tell the caller. */
export interface Decision<Outcome> {
  readonly transition: Transition
  readonly extraCommit?: Commit
  readonly outcome: Outcome
}

export type Update<Outcome> =
  | { readonly kind: 'done'; readonly job: Job; readonly outcome: Outcome }
  | { readonly kind: 'ignored'; readonly why: string; readonly job: Job; readonly outcome: Outcome }
  | { readonly kind: 'absent' }

/** Reads the job, decides, and commits, again if another writer was faster. `decide` only reads: it may run repeatedly. */
export async function updateJob<Outcome>(
  deps: JobStore,
  key: JobKey,
  decide: (job: Job, now: number) => Decision<Outcome> | Promise<Decision<Outcome>>,
): Promise<Update<Outcome>> {
  let ended = false
  const update = await commitWithRetry<Update<Outcome>>(deps.store, `job ${key.job}`, async () => {
    ended = false
    const before = await loadJob(deps.store, key)
    if (before === null) return { result: { kind: 'absent' } }
    const decided = await decide(before.job, deps.now())
    const { extraCommit = {}, outcome } = decided
    if (decided.transition.kind === 'ignored')
      return { result: { ...decided.transition, job: before.job, outcome } }
    const now = deps.now()
    const transition = withOutcome(await withReportedUsage(deps.store, decided.transition), now)
    const { job } = transition
    ended = transition.ended !== null
    const commit = mergeCommits(
      jobCommit(before, job, transition.ended, deps.retention),
      extraCommit,
      { checks: transition.checks },
      feedbackEntry(before.job, job),
      outcomeCommit(before.job, job),
      outcomeLook(before.job, job, now),
      otherReviewerEntry(before.job, job, now),
      transition.ended === null ? {} : endOf(job, transition.ended, transition.chargedUsd),
      await outboxEntry(deps.store, before.job, job, now),
    )
    return { commit, result: { kind: 'done', job, outcome } }
  })
  if (update.kind !== 'done') return update
  const due = dueAtOf(update.job, deps.retention)
  if (due !== null && due <= deps.now()) deps.onDue()
  if (ended && update.job.batch !== undefined) deps.onDue()
  if (ended) await wakeWaiting(deps, key.project)
  return update
}

type Applied = Extract<Transition, { kind: 'applied' }>

/** An ended run with what it used. */
interface Settled extends Applied {
  /** What its runner had reported as cost, in case its result names none. */
  readonly chargedUsd: number
  /** That it has reported nothing since. */
  readonly checks: NonNullable<Commit['checks']>
}

/**
 * A run that was stopped, or whose runner was lost, has no result: what it used is what its runner had reported after
 * each step.
 */
async function withReportedUsage(store: Store, transition: Applied): Promise<Settled> {
  const { job, ended } = transition
  if (ended === null || (ended.usage?.costUsd ?? null) !== null)
    return { ...transition, chargedUsd: 0, checks: [] }
  const key = runKeys.heartbeat(runId({ project: job.project, job: job.id, run: ended.number }))
  const raw = await store.get(key)
  const checks = [{ key, value: raw ?? null }]
  const { costUsd: chargedUsd, usage = null } = Reported.parse(raw === undefined ? {} : JSON.parse(raw))
  const used = { ...ended, usage: ended.usage ?? usage }
  const current = job.run.number === ended.number ? { ...job, run: used } : job
  return { ...transition, job: current, ended: used, chargedUsd, checks }
}

/** The job with what its run cost, and with its new pull request. */
function withOutcome(settled: Settled, now: number): Settled {
  const { job, ended, chargedUsd } = settled
  const outcome = nextOutcome(job, ended, { chargedUsd, now })
  return outcome === job.outcome ? settled : { ...settled, job: { ...job, outcome } }
}

const Reported = z.looseObject({ costUsd: z.number().default(0), usage: Usage.loose().optional() })

/** `chargedUsd`: what the runner of a run had reported as cost, in case its result names none. */
const endOf = (job: Job, ended: Run, chargedUsd: number): Commit =>
  mergeCommits(usageEntry(job, ended, chargedUsd), batchEntry(job, ended, chargedUsd))

/** An entry in the queue of batches, so that a crash cannot lose the end of a job of a batch. */
function batchEntry({ batch, project, id: job }: Job, ended: Run, chargedUsd: number): Commit {
  if (batch === undefined) return {}
  const at = ended.endedAt ?? ended.queuedAt
  const run = runId({ project, job, run: ended.number })
  const costUsd = ended.usage?.costUsd ?? chargedUsd
  const value = JSON.stringify({ batch: batch.id, number: batch.number, costUsd })
  return { set: [{ key: batchQueueKeys.ended(batch.accountId, run, at), value }] }
}

/** A run has ended, so the one that waits longest may have a place now. It would look by itself later. */
async function wakeWaiting(deps: JobStore, project: string): Promise<void> {
  const [first] = await deps.store.list({ prefix: slotKeys.waitingOf(project), limit: 1 })
  const job = first?.key.split('/').at(-1)
  if (job === undefined) return
  await updateJob(deps, { project, job }, (waiting, now) => ({
    transition: waiting.run.waiting
      ? advanceRun(waiting, { type: 'rescheduled', dueAt: now }, now)
      : { kind: 'ignored', why: 'it waits no more' },
    outcome: null,
  }))
}

/** The plain case: one event of the run, ignored if it is about an earlier run. */
export const advanceJob = (deps: JobStore, key: RunKey, event: RunEvent): Promise<Update<null>> =>
  updateJob(deps, key, (job, now) => {
    if (job.run.number === key.run) return { transition: advanceRun(job, event, now), outcome: null }
    return { transition: { kind: 'ignored', why: `run ${key.run} has ended` }, outcome: null }
  })

/** Puts the job where the configuration of now wants it in `due/`. */
export const rescheduleJob = (deps: JobStore, key: JobKey): Promise<Update<null>> =>
  updateJob(deps, key, (job) => ({ transition: { kind: 'applied', job, ended: null }, outcome: null }))
