import type { Commit, Write } from '../store.ts'

export interface Decided {
  /** For each commit in order: whether its checks hold. */
  readonly outcomes: readonly boolean[]
  /** Sorted by key. */
  readonly set: readonly Write[]
  readonly del: readonly string[]
}

/**
 * Decides the commits of a batch one after the other, each on what the one before it has left. A single SQL statement
 * could not: it sees nothing that it writes itself. `stored`: the entries that exist, of the keys that are checked.
 */
export function decideBatch(
  batch: readonly Commit[],
  stored: ReadonlyMap<string, string>,
  now: number,
): Decided {
  const changes = new Map<string, Write | null>()
  const valueNow = (key: string): string | null => {
    const change = changes.get(key)
    if (change === undefined) return stored.get(key) ?? null
    return change === null || (change.expiresAt !== undefined && change.expiresAt <= now)
      ? null
      : change.value
  }
  const outcomes = batch.map(({ checks = [], set = [], del = [] }) => {
    if (!checks.every(({ key, value }) => valueNow(key) === value)) return false
    for (const write of set) changes.set(write.key, write)
    for (const key of del) changes.set(key, null)
    return true
  })
  const sorted = [...changes].sort(([one], [other]) => (one < other ? -1 : 1))
  return {
    outcomes,
    set: sorted.flatMap(([, write]) => (write === null ? [] : [write])),
    del: sorted.flatMap(([key, write]) => (write === null ? [key] : [])),
  }
}
