import { keySpace } from '../../store/key-space.ts'
import type { Check, Store, Write } from '../../store/store.ts'

/**
 * Whether a run may take a place of its project now. Those that wait longer go first; `waits` is the run's own place
 * in that queue, `null` if it has not waited yet.
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

/** Runs of the project that wait for longer, up to `most`. */
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
 * Takes a slot, if one is free, in the commit that dispatches the run, which holds it until it ends (job-commit.ts).
 * Everyone who takes a slot also counts up the lock: of two processes that see the last free slot, one fails.
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
