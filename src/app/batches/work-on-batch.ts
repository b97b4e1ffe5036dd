import { z } from 'zod'
import { actorOf } from '../audit/actor.ts'
import type { Job } from '../domain/job.ts'
import { isEnded as hasRunEnded } from '../domain/run.ts'
import { GithubUnavailable } from '../github/errors.ts'
import { findJob } from '../job-store/job-record.ts'
import { readResults } from '../job-store/run-history.ts'
import type { JobStore } from '../job-store/update-job.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import type { QueueKey } from '../store/keys.ts'
import { type Commit, commitWithRetry, type Entry, mergeCommits, type Store } from '../store/store.ts'
import { askerOf } from './batch-asker.ts'
import {
  type BatchRecord,
  type BatchWork,
  batchCommit,
  changeCommit,
  isEnded,
  readBatch,
  readUnit,
  type StoredBatch,
  stepEntry,
} from './batch-record.ts'
import { type EndedRun, planNext, recordEnd } from './batch-state.ts'
import { endBatch } from './end-batch.ts'
import { planBatch } from './plan-batch.ts'
import { startUnit } from './start-unit.ts'

/** Steps of one batch in a row, so that others get their turn. */
const MAX_STEPS = 25

/** A server that changes the batch makes it due. If that server stops before, this one continues. */
const PLANNED_ELSEWHERE_MS = 5_000

/** A batch is due: creates jobs, waits, or ends. Moves or deletes the entry. */
export async function workOnBatch(deps: BatchWork, { id }: QueueKey, entry: Entry): Promise<void> {
  const { store, now } = deps
  for (let step = 0; step < MAX_STEPS; step++) {
    const stored = await readBatch(store, id)
    const again = stored === null ? null : await advanceBatch(deps, stored)
    if (again === 'now') continue
    const later = stored === null || again === null ? {} : stepEntry(stored.batch, again.at)
    await finishEntry(deps, entry, later)
    return
  }
  const stored = await readBatch(store, id)
  await finishEntry(deps, entry, stored === null ? {} : stepEntry(stored.batch, now()))
  deps.onDue()
}

/** An entry that another writer has replaced stays. */
async function finishEntry({ store }: BatchWork, { key, value }: Entry, later: Commit): Promise<void> {
  const isSame = later.set?.some((write) => write.key === key) ?? false
  await store.commit(mergeCommits({ checks: [{ key, value }], del: isSame ? [] : [key] }, later))
}

/** `now`: more work is left. `null`: nothing to do until something happens. */
type Step = 'now' | { readonly at: number } | null

async function advanceBatch(deps: BatchWork, stored: StoredBatch): Promise<Step> {
  const { store, now } = deps
  const { batch } = stored
  if (batch.status === 'cancelled') return cancelActive(deps, stored)
  const next = planNext(batch, now())
  switch (next.kind) {
    case 'plan':
      return unlessGithubFails(deps, batch, 'the files of a batch cannot be listed now', async () =>
        (await planBatch(deps, stored)) ? 'now' : { at: now() + PLANNED_ELSEWHERE_MS },
      )
    case 'start':
      return unlessGithubFails(
        deps,
        batch,
        'the access of who asked for a batch is unknown now',
        async () => {
          await startUnit(deps, stored, next)
          return 'now'
        },
      )
    case 'wait':
      await store.commit(batchCommit(stored, { ...batch, status: 'waiting', reason: next.reason }))
      return 'now'
    case 'complete':
      await store.commit(changeCommit(stored, endBatch(deps, batch, 'completed', null)))
      return 'now'
    case 'later':
      return { at: next.at }
    case 'nothing':
      return null
  }
}

async function unlessGithubFails(
  { log, now }: BatchWork,
  { id }: BatchRecord,
  what: string,
  take: () => Promise<Step>,
): Promise<Step> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof GithubUnavailable)) throw error
    log.warn({ batch: id, err: error }, `${what}; retrying later`)
    return { at: Math.max(error.retryAt, now() + 1_000) }
  }
}

/** The end of each run creates an entry, by which it is recorded. */
async function cancelActive(deps: BatchWork, { batch }: StoredBatch): Promise<null> {
  const by = actorOf(askerOf(batch))
  for (const { project, job } of batch.active) await cancelJob(deps, { project, job }, by)
  return null
}

/** Value of the entry that the end of a run creates. */
const Ended = z.looseObject({ batch: z.string(), number: z.int(), costUsd: z.number() })

/** A run of a job of a batch has ended: records that once, and makes the batch due. */
export async function recordEndedRun(deps: JobStore, entry: Entry): Promise<void> {
  const { store, now } = deps
  const { batch: id, number, costUsd } = Ended.parse(JSON.parse(entry.value))
  await commitWithRetry(store, `batch ${id}`, async () => {
    const stored = await readBatch(store, id)
    // The check of the entry: another server may have recorded it.
    const done: Commit = { checks: [{ key: entry.key, value: entry.value }], del: [entry.key] }
    if ((await store.get(entry.key)) === undefined) return { result: undefined }
    if (stored === null) return { commit: done, result: undefined }
    const { raw, unit } = await readUnit(store, id, number)
    const changed = recordEnd(stored.batch, unit, { ...(await stateOf(deps, unit)), costUsd })
    const change = batchCommit(stored, changed.batch, { raw, unit: changed.unit })
    const due = isEnded(stored.batch) ? {} : stepEntry(changed.batch, now())
    return { commit: mergeCommits(done, change, due), result: undefined }
  })
  deps.onDue()
}

async function stateOf(
  { store }: JobStore,
  { project, job: id }: { readonly project: string; readonly job: string | null },
): Promise<Omit<EndedRun, 'costUsd'>> {
  const job = id === null ? null : await findJob(store, { project, job: id })
  const none = { reason: null, message: null, changed: null }
  if (job === null) return { ...none, state: 'failed', reason: 'the job was deleted', prLink: null }
  const prLink = job.pullRequest?.url ?? null
  if (!hasRunEnded(job.run)) return { ...none, state: 'active', prLink }
  const state = job.run.state === 'succeeded' ? 'completed' : 'failed'
  const { code = null, message = null } = job.run.reason ?? {}
  const changed = state === 'completed' ? await changedBy(store, job) : null
  return { state, reason: code, message, prLink, changed }
}

/** `null`: its runner did not report all of them. */
async function changedBy(store: Store, { id, run }: Job): Promise<readonly string[] | null> {
  const [result] = await readResults(store, id, [run])
  if (result?.outcome === 'no-change') return []
  const files = result?.changedFiles
  return files === undefined || files.paths.length < files.total ? null : files.paths
}
