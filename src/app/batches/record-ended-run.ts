import { z } from 'zod'
import { isEnded as hasRunEnded } from '../domain/run-state-machine.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { JobStore } from '../records/update-job.ts'
import { commitWithRetry } from '../store/commit-with-retry.ts'
import { type Commit, type Entry, mergeCommits } from '../store/store.ts'
import { isEnded, readBatch, readUnit } from './batch-record.ts'
import { type EndedRun, recordEnd } from './batch-state.ts'
import { batchCommit, stepEntry } from './change-batch.ts'

/** Value of the entry that the end of a run creates. */
const Ended = z.looseObject({ batch: z.string(), number: z.int(), costUsd: z.number() })

/** A run of a job of a batch has ended: records that once, and makes the batch due. */
export async function recordEndedRun(
  deps: JobStore & { readonly jobs: Pick<Jobs, 'load'> },
  entry: Entry,
): Promise<void> {
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
  { jobs }: { readonly jobs: Pick<Jobs, 'load'> },
  { project, job: id }: { readonly project: string; readonly job: string | null },
): Promise<Omit<EndedRun, 'costUsd'>> {
  const job = id === null ? null : await jobs.load({ project, job: id })
  if (job === null) return { state: 'failed', reason: 'the job was deleted', message: null, prLink: null }
  const prLink = job.pullRequest?.url ?? null
  if (!hasRunEnded(job.run)) return { state: 'active', reason: null, message: null, prLink }
  const state = job.run.state === 'succeeded' ? 'completed' : 'failed'
  const { code = null, message = null } = job.run.reason ?? {}
  return { state, reason: code, message, prLink }
}
