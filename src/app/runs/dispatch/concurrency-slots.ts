import { keySpace } from '../../store/key-space.ts'
import type { Check, Store, Write } from '../../store/store.ts'

/**
 * Whether a run may take a slot of its project now. Runs that have waited longer go first. `waits` is the key of the
 * run in that queue, `null` if it has not waited yet.
 */
async function hasSlot(
  store: Store,
  project: string,
  runsAtOnce: number,
  waits: string | null,
): Promise<boolean> {
  const held = await store.list({ prefix: keySpace.slotsOf(project), limit: runsAtOnce })
  const free = runsAtOnce - held.length
  if (free <= 0) return false
  const first = await store.list({ prefix: keySpace.waitingOf(project), limit: free })
  return first.length < free || first.some(({ key }) => key === waits)
}

/** Number of runs of the project that have waited longer, up to `most`. */
export async function countAhead(
  store: Store,
  project: string,
  waits: string | null,
  most: number,
): Promise<number> {
  const queue = await store.list({ prefix: keySpace.waitingOf(project), limit: most })
  const place = queue.findIndex(({ key }) => key === waits)
  return place === -1 ? queue.length : place
}

/**
 * Takes a slot, if one is free, in the commit that dispatches the run. The run holds it until its end (job-commit.ts).
 * Taking a slot also increments the lock, so that of two processes that see the last free slot, one fails.
 */
export async function acquireSlot(
  store: Store,
  project: string,
  runsAtOnce: number,
  waits: string | null,
): Promise<{ checks: Check[]; set: Write[] } | null> {
  const key = keySpace.slotLock(project)
  const raw = await store.get(key)
  if (!(await hasSlot(store, project, runsAtOnce, waits))) return null
  return { checks: [{ key, value: raw ?? null }], set: [{ key, value: String(Number(raw ?? 0) + 1) }] }
}
