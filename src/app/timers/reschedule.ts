import type { JobKey } from '../domain/run-id.ts'
import { dueEntryOf } from '../records/job-commit.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Entry, Store } from '../store/store.ts'

/** Moves an entry that cannot be handled now to a later time, if it still exists. */
export async function reschedule(store: Store, { key, value }: Entry, at: number): Promise<void> {
  const later = { key: keySpace.dueLater(key, at), value }
  await store.commit({ checks: [{ key, value }], del: [key], set: [later] })
}

/**
 * Deletes an entry that its job does not refer to: a rescheduled entry, which no transition of the job removes, or the
 * entry of a job that no longer exists.
 */
export async function dropStale(store: Store, key: JobKey, entry: Entry): Promise<void> {
  if ((await store.get(entry.key)) === undefined) return
  const found = await loadJob(store, key)
  if (found !== null && dueEntryOf(found.job) === entry.key) return
  await store.commit({
    checks: [{ key: keySpace.job(key), value: found?.raw ?? null }],
    del: [entry.key],
  })
}
