import { z } from 'zod'
import type { Random } from '../../domain/backoff.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import type { Check, Store, Write } from '../../store/store.ts'

/**
 * GitHub allows an installation 80 requests a minute that create something, asks for a second between writes, and
 * charges a write five of 900 points a minute.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
export interface Pace {
  /** Milliseconds that one turn uses up. */
  readonly everyMs: number
  /** How far ahead of now turns may use up the time; after a rest as many come at once as fit. */
  readonly aheadMs: number
}

/** The paces at which the workflows of an installation are started and ended. */
export interface Paces {
  readonly start: Pace
  readonly end: Pace
}

/** An end uses up no more than this, however slowly workflows are started. */
const END_MS = 1_000
/** Ends that come at once, where starts have used up all that they may. */
const MAX_ENDS = 55

/** Ends go first: they use up the same time, of which starts leave them the most. */
export function pacesOf(starts: { readonly perMinute: number; readonly atOnce: number }): Paces {
  const everyMs = Math.round(60_000 / starts.perMinute)
  const start = { everyMs, aheadMs: starts.atOnce * everyMs }
  const endMs = Math.min(END_MS, everyMs)
  return { start, end: { everyMs: endMs, aheadMs: start.aheadMs + MAX_ENDS * endMs } }
}

/** `usedUntil`: the turns taken so far have used up the time until then. `by`: the project that took the last one. */
const Taken = z.looseObject({ usedUntil: z.int(), by: z.string() })
type Taken = z.infer<typeof Taken>

export type PacedSlot =
  /** It is taken with the commit that holds these. */
  | { readonly kind: 'free'; readonly checks: readonly Check[]; readonly set: readonly Write[] }
  /** The next one is free at `at` (epoch ms); `wasOurs`: the project took the last one. */
  | { readonly kind: 'wait'; readonly at: number; readonly wasOurs: boolean }

export interface PacingDeps {
  readonly store: Store
  readonly now: () => number
  readonly paces: Paces
  readonly random: Random
}

/** One of the turns in which an installation may write, and which all processes share. */
export async function findPacedSlot(
  { store, now: clock, paces }: PacingDeps,
  installationId: number,
  project: string,
  what: keyof Paces,
): Promise<PacedSlot> {
  const pace = paces[what]
  const key = keySpace.pace(installationId)
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

/** Takes a turn by itself. Answers `null`, or when the next one is free. */
export const takePacedSlot = (
  deps: PacingDeps,
  installationId: number,
  project: string,
  what: keyof Paces,
): Promise<number | null> =>
  commitWithRetry(deps.store, `pace of installation ${installationId}`, async () => {
    const slot = await findPacedSlot(deps, installationId, project, what)
    if (slot.kind === 'wait') return { result: slot.at }
    return { commit: { checks: slot.checks, set: slot.set }, result: null }
  })

/** Time unused is gone; after a clock was set back no more is used up than turns may. */
const usedBefore = (before: Taken | null, now: number, { end }: Paces): number =>
  Math.min(now + end.aheadMs, Math.max(now, before?.usedUntil ?? now))

/**
 * When a run that found no turn looks again: each of a project in a turn of its own, so that they do not wake all at
 * once, and the first of another project before those of the one that took the last turn.
 */
export const lookAt = (
  { at, wasOurs }: Extract<PacedSlot, { kind: 'wait' }>,
  ahead: number,
  pace: Pace,
  random: Random,
): number => {
  const half = pace.everyMs / 2
  return Math.ceil(at + ahead * pace.everyMs + (wasOurs ? half : 0) + (random() * half) / 2)
}
