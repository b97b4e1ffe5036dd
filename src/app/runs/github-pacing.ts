import { z } from 'zod'
import type { Random } from '../domain/backoff.ts'
import { type Check, commitWithRetry, type TimedStore, type Write } from '../store/store.ts'

export const pacingKeys = {
  /** End of the last paced slot that this installation has taken. */
  lastSlot: (installationId: number) => `pace/${installationId}`,
}

/**
 * GitHub allows an installation 80 requests a minute that create content, asks for a second between writes, and
 * charges five of 900 points a minute for a write.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
export interface Pace {
  /** Milliseconds that one slot takes. */
  readonly everyMs: number
  /** How far ahead of now slots may be taken. After an idle time, as many start together as fit into it. */
  readonly aheadMs: number
}

/** The paces at which the workflows of an installation are started and ended. */
export interface Paces {
  readonly start: Pace
  readonly end: Pace
}

/** Maximum length of the slot of a cancellation, no matter how slowly workflows are started. */
const END_MS = 1_000
/** Cancellations that may happen together even if starts have taken all their slots. */
const MAX_ENDS = 55

/** Cancellations go first: they share the time with starts, and may reach further ahead. */
export function pacesOf(starts: { readonly perMinute: number; readonly atOnce: number }): Paces {
  const everyMs = Math.round(60_000 / starts.perMinute)
  const start = { everyMs, aheadMs: starts.atOnce * everyMs }
  const endMs = Math.min(END_MS, everyMs)
  return { start, end: { everyMs: endMs, aheadMs: start.aheadMs + MAX_ENDS * endMs } }
}

/** `usedUntil`: the end of the last slot taken. `by`: the project that took it. */
const Taken = z.looseObject({ usedUntil: z.int(), by: z.string() })
type Taken = z.infer<typeof Taken>

export type PacedSlot =
  /** The commit with these checks and writes takes it. */
  | { readonly kind: 'free'; readonly checks: readonly Check[]; readonly set: readonly Write[] }
  /** The next one is free at `at` (epoch ms). `wasOurs`: this project took the last one. */
  | { readonly kind: 'wait'; readonly at: number; readonly wasOurs: boolean }

interface PacingStore extends TimedStore {
  readonly paces: Paces
}

/** The next slot in which an installation may write. All processes share the slots. */
export async function findPacedSlot(
  { store, now: clock, paces }: PacingStore,
  installationId: number,
  project: string,
  what: keyof Paces,
): Promise<PacedSlot> {
  const pace = paces[what]
  const key = pacingKeys.lastSlot(installationId)
  const raw = await store.get(key)
  const before = raw === undefined ? null : Taken.parse(JSON.parse(raw))
  const now = clock()
  const usedUntil = usedBefore(before, now, paces)
  const at = usedUntil + pace.everyMs - pace.aheadMs
  if (at > now) return { kind: 'wait', at, wasOurs: before?.by === project }
  const taken: Taken = { ...before, usedUntil: usedUntil + pace.everyMs, by: project }
  return {
    kind: 'free',
    checks: [{ key, value: raw ?? null }],
    set: [{ key, value: JSON.stringify(taken), expiresAt: taken.usedUntil }],
  }
}

/** Takes a slot in a separate commit. Returns `null`, or when the next slot is free. */
export const takePacedSlot = (
  deps: PacingStore,
  installationId: number,
  project: string,
  what: keyof Paces,
): Promise<number | null> =>
  commitWithRetry(deps.store, `pace of installation ${installationId}`, async () => {
    const slot = await findPacedSlot(deps, installationId, project, what)
    if (slot.kind === 'wait') return { result: slot.at }
    return { commit: { checks: slot.checks, set: slot.set }, result: null }
  })

/** Unused time expires. After a clock was set back, at most the time that slots may reach ahead counts as taken. */
const usedBefore = (before: Taken | null, now: number, { end }: Paces): number =>
  Math.min(now + end.aheadMs, Math.max(now, before?.usedUntil ?? now))

/**
 * When a run that found no slot checks again. Each run of a project gets a separate slot, so that they do not all wake
 * simultaneously, and the first run of another project comes before those of the project that took the last slot.
 */
export const checkAgainAt = (
  { at, wasOurs }: Extract<PacedSlot, { kind: 'wait' }>,
  ahead: number,
  pace: Pace,
  random: Random,
): number => {
  const half = pace.everyMs / 2
  return Math.ceil(at + ahead * pace.everyMs + (wasOurs ? half : 0) + (random() * half) / 2)
}
