import type { Job } from '../domain/job.ts'
import { nextRetention } from '../domain/retention.ts'
import type { JobKey } from '../domain/run-id.ts'
import { type JobStore, loadJob, updateJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'

/** Keys of one commit, so that no other commit waits long for it. */
const STEP = 500
/** Batches of events that are read together, only for their keys; one may be half a megabyte. */
const EVENT_PAGE = 20

/**
 * Deletes what callers and runners wrote of a job that was archived long ago. Record, view and runs stay, so that get
 * and the lists still answer. Each step holds only while the job is as it was read: who unarchives it keeps what is
 * left. What was begun and cut off is begun again: the job is due until `deletedAt` says that all is gone.
 */
export async function purgeArchivedJob(deps: JobStore, key: JobKey): Promise<void> {
  const { store, retention } = deps
  const found = await loadJob(store, key)
  if (found === null) return
  const next = nextRetention(found.job, retention)
  if (next?.action !== 'delete' || next.at > deps.now()) return
  const unchanged = { key: keySpace.job(key), value: found.raw }
  for await (const del of textsOf(store, found.job)) {
    if (!(await store.commit({ checks: [unchanged], del }))) return
  }
  await updateJob(deps, key, (job, now) =>
    job.rev === found.job.rev
      ? { transition: { kind: 'applied', job: { ...job, deletedAt: now }, ended: null }, outcome: null }
      : { transition: { kind: 'ignored', why: 'the job has changed' }, outcome: null },
  )
}

/** Keys of all that is deleted, in portions. Numbered ones are known without reading what may be megabytes. */
async function* textsOf(store: Store, job: Job): AsyncGenerator<string[]> {
  const keys = [
    ...upTo(job.messages).map((n) => keySpace.message(job.id, n)),
    ...upTo(job.run.number).flatMap((n) => [keySpace.result(job.id, n), keySpace.patch(job.id, n)]),
  ]
  for (let start = 0; start < keys.length; start += STEP) yield keys.slice(start, start + STEP)
  for (;;) {
    const events = await store.list({ prefix: keySpace.eventsOf(job.id), limit: EVENT_PAGE })
    if (events.length === 0) return
    yield events.map((entry) => entry.key)
  }
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, i) => i + 1)
