import { z } from 'zod'
import type { KnownFields } from '../../store/parse-records.ts'
import type { Store, Write } from '../../store/store.ts'

export const watchKeys = {
  /** Merges in other repositories that wait for their quiet time, by group. */
  pending: (project: string, group: string) => `watch/${project}/${group}`,
  /** The newest job of a group. */
  job: (project: string, group: string) => `watch-job/${project}/${group}`,
}

/** A merged pull request of another repository. */
const PendingMerge = z.looseObject({
  /** Project of the other repository, and `owner/name`. */
  project: z.string(),
  repository: z.string(),
  number: z.int(),
  /** What it changed, for the agent. Texts of other people. */
  text: z.string(),
})
export type PendingMerge = KnownFields<z.infer<typeof PendingMerge>>

type Named = Pick<PendingMerge, 'project' | 'number'>
export const isSameMerge = (one: Named, other: Named): boolean =>
  one.project === other.project && one.number === other.number

const PendingMerges = z.looseObject({
  /** When the first of them was seen, epoch milliseconds. */
  firstAt: z.int(),
  /** Key of the entry in the queue. */
  entry: z.string(),
  merges: z.array(PendingMerge),
})
export type PendingMerges = KnownFields<z.infer<typeof PendingMerges>>

/** Longer than any quiet time, and than a rate limit or a budget lasts. */
const KEPT_MS = 40 * 24 * 3_600_000

export async function readPending(
  store: Store,
  project: string,
  group: string,
): Promise<{ readonly raw: string | null; readonly pending: PendingMerges | null }> {
  const raw = await store.get(watchKeys.pending(project, group))
  if (raw === undefined) return { raw: null, pending: null }
  return { raw, pending: PendingMerges.parse(JSON.parse(raw)) }
}

export const pendingWrite = (project: string, group: string, pending: PendingMerges, now: number): Write => ({
  key: watchKeys.pending(project, group),
  value: JSON.stringify(pending),
  expiresAt: now + KEPT_MS,
})

/** Maximum number of merges of a run. People do not make more of them within a quiet time. */
const MAX_MERGES = 100
/** Characters for the agent, of all merges together. A merge that does not fit is named without its text. */
const MAX_TEXT = 200_000
/** Merges that never pause start a run after this many quiet times. */
const MAX_QUIET_TIMES = 6

/**
 * The group with one more merge, and when its run starts: after the quiet time without another merge. `null`: it has that
 * merge already, or no room for more. Pure.
 */
export function addMerge(
  before: PendingMerges | null,
  merge: PendingMerge,
  { now, quietMinutes }: { readonly now: number; readonly quietMinutes: number },
): { readonly pending: Omit<PendingMerges, 'entry'>; readonly at: number } | null {
  const merges = before?.merges ?? []
  const isKnown = merges.some((one) => isSameMerge(one, merge))
  if (isKnown || merges.length >= MAX_MERGES) return null
  const room = MAX_TEXT - merges.reduce((sum, { text }) => sum + text.length, 0)
  const added = merge.text.length <= room ? merge : { ...merge, text: '' }
  const firstAt = before?.firstAt ?? now
  const quiet = quietMinutes * 60_000
  return {
    pending: { ...before, firstAt, merges: [...merges, added] },
    at: Math.min(now + quiet, firstAt + MAX_QUIET_TIMES * quiet),
  }
}
