import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { dueAtOf } from '../domain/job-view.ts'
import type { Retention } from '../domain/retention.ts'
import type { Run } from '../domain/run.ts'
import type { RunEvent, Transition } from '../domain/run-event.ts'
import { type JobKey, type RunKey, runId } from '../domain/run-id.ts'
import { advanceRun } from '../domain/run-state-machine.ts'
import { outboxEntry } from '../outbox/outbox-entry.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { keySpace } from '../store/key-space.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'
import { usageEntry } from '../usage/usage-entry.ts'
import { feedbackEntry, jobCommit } from './job-commit.ts'
import { parseJob } from './job-schema.ts'

export interface JobStore {
  readonly store: Store
  readonly now: () => number
  /** Called after a commit that makes the job due immediately, so that the timer does not wait for its next tick. */
  readonly onDue: () => void
  readonly retention: Retention
}

/** A step of the job, what else goes into its commit (the checks hold for the whole), and what to tell the caller. */
export interface Decision<Outcome> {
  readonly transition: Transition
  readonly extraCommit?: Commit
  readonly outcome: Outcome
}

export type Update<Outcome> =
  | { readonly kind: 'done'; readonly job: Job; readonly outcome: Outcome }
  | { readonly kind: 'ignored'; readonly why: string; readonly job: Job; readonly outcome: Outcome }
  | { readonly kind: 'absent' }

export async function loadJob(store: Store, key: JobKey): Promise<{ raw: string; job: Job } | null> {
  const raw = await store.get(keySpace.job(key))
  return raw === undefined ? null : { raw, job: parseJob(key.job, raw) }
}

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
    const { transition, extraCommit = {}, outcome } = await decide(before.job, deps.now())
    if (transition.kind === 'ignored') return { result: { ...transition, job: before.job, outcome } }
    const { job } = transition
    ended = transition.ended !== null
    const commit = mergeCommits(
      jobCommit(before, job, transition.ended, deps.retention),
      extraCommit,
      feedbackEntry(before.job, job),
      transition.ended === null ? {} : await endOf(deps.store, job, transition.ended),
      await outboxEntry(deps.store, before.job, job, deps.now()),
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

/**
 * What a run has used, for the reports and for its batch. A runner that reported no result may have reported costs with
 * its events.
 */
async function endOf(store: Store, job: Job, ended: Run): Promise<Commit> {
  const id = runId({ project: job.project, job: job.id, run: ended.number })
  const isUnknown = (ended.usage?.costUsd ?? null) === null
  const raw = isUnknown ? await store.get(keySpace.heartbeat(id)) : undefined
  const chargedUsd = raw === undefined ? 0 : ReportedCost.parse(JSON.parse(raw)).costUsd
  return mergeCommits(usageEntry(job, ended, chargedUsd), batchEntry(job, ended, chargedUsd))
}

/** An entry in the queue of batches, so that a crash cannot lose the end of a job of a batch. */
function batchEntry({ batch, project, id: job }: Job, ended: Run, chargedUsd: number): Commit {
  if (batch === undefined) return {}
  const at = ended.endedAt ?? ended.queuedAt
  const run = runId({ project, job, run: ended.number })
  const costUsd = ended.usage?.costUsd ?? chargedUsd
  const value = JSON.stringify({ batch: batch.id, number: batch.number, costUsd })
  return { set: [{ key: keySpace.batchJobEnded(batch.accountId, run, at), value }] }
}

const ReportedCost = z.looseObject({ costUsd: z.number().default(0) })

/** A run has ended, so the one that waits longest may have a place now. It would look by itself later. */
async function wakeWaiting(deps: JobStore, project: string): Promise<void> {
  const [first] = await deps.store.list({ prefix: keySpace.waitingOf(project), limit: 1 })
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
