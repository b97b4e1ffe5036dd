import { dueEntryOf } from '../records/job-commit.ts'
import { loadJob } from '../records/update-job.ts'
import { type Due, keySpace } from '../store/key-space.ts'
import type { Entry, Store } from '../store/store.ts'

/** Takes an entry that cannot be worked on out of the way of those behind it, if it is still there. */
export async function reschedule(store: Store, { key, value }: Entry, at: number): Promise<void> {
  const later = { key: keySpace.dueLater(key, at), value }
  await store.commit({ checks: [{ key, value }], del: [key], set: [later] })
}

/**
 * An entry that was put off is one its job knows nothing of, so no step of the job takes it away. Nor does one for a
 * job that is gone.
 */
export async function dropStale(store: Store, due: Due, entry: Entry): Promise<void> {
  if (due.kind !== 'job' || (await store.get(entry.key)) === undefined) return
  const found = await loadJob(store, due.key)
  if (found !== null && dueEntryOf(found.job) === entry.key) return
  await store.commit({
    checks: [{ key: keySpace.job(due.key), value: found?.raw ?? null }],
    del: [entry.key],
  })
}
