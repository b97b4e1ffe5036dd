import { isSameMerge, type PendingMerge, type PendingMerges } from './pending-merges.ts'

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
