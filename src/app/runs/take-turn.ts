import { z } from 'zod'
import { keySpace } from '../store/key-space.ts'
import type { Check, Store, Write } from '../store/store.ts'

/**
 * GitHub allows an installation 80 requests a minute that create something, asks for a second between writes, and
 * charges a write five of 900 points a minute.
 * https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#about-secondary-rate-limits
 */
export interface Pace {
  /** Milliseconds that one turn uses up. */
  readonly everyMs: number
  /** Turns that may be taken at once after a rest. */
  readonly burst: number
}

export const DISPATCH_PACE: Pace = { everyMs: 1_000, burst: 5 }
/** Ends go first: they use up the same time, of which starts leave them the most. */
export const CANCEL_PACE: Pace = { everyMs: 1_000, burst: 60 }

/** `usedUntil`: the turns taken so far have used up the time until then. `by`: the project that took the last one. */
const Taken = z.object({ usedUntil: z.int(), by: z.string() })
type Taken = z.infer<typeof Taken>

export type Turn =
  /** It is taken with the commit that holds these. */
  | { readonly kind: 'free'; readonly checks: readonly Check[]; readonly set: readonly Write[] }
  /** The next one is free at `at` (epoch ms); `wasOurs`: the project took the last one. */
  | { readonly kind: 'wait'; readonly at: number; readonly wasOurs: boolean }

/** One of the turns in which an installation may write, and which all processes share. */
export async function findTurn(
  { store, now: clock }: { readonly store: Store; readonly now: () => number },
  installationId: number,
  project: string,
  pace: Pace,
): Promise<Turn> {
  const key = keySpace.pace(installationId)
  const raw = await store.get(key)
  const before = raw === undefined ? null : Taken.parse(JSON.parse(raw))
  const now = clock()
  const usedUntil = usedBefore(before, now)
  const at = usedUntil - (pace.burst - 1) * pace.everyMs
  if (at > now) return { kind: 'wait', at, wasOurs: before?.by === project }
  const taken: Taken = { usedUntil: usedUntil + pace.everyMs, by: project }
  return {
    kind: 'free',
    checks: [{ key, value: raw ?? null }],
    set: [{ key, value: JSON.stringify(taken), expiresAt: taken.usedUntil }],
  }
}

const MOST_TRIES = 50

/** Takes a turn by itself. Answers `null`, or when the next one is free. */
export async function takeTurn(
  deps: { readonly store: Store; readonly now: () => number },
  installationId: number,
  project: string,
  pace: Pace,
): Promise<number | null> {
  for (let tried = 0; tried < MOST_TRIES; tried++) {
    const turn = await findTurn(deps, installationId, project, pace)
    if (turn.kind === 'wait') return turn.at
    if (await deps.store.commit({ checks: turn.checks, set: turn.set })) return null
  }
  throw new Error(`installation ${installationId}: lost the race for a turn ${MOST_TRIES} times in a row`)
}

/** Time unused is gone; after a clock was set back no more is used up than a burst can. */
function usedBefore(before: Taken | null, now: number): number {
  const most = now + CANCEL_PACE.burst * CANCEL_PACE.everyMs
  return Math.min(most, Math.max(now, before?.usedUntil ?? now))
}

/**
 * When a run that found no turn looks again: each of a project in its own second, so that they do not wake all at
 * once, and the first of another project before those of the one that took the last turn.
 */
export const lookAt = (
  { at, wasOurs }: Extract<Turn, { kind: 'wait' }>,
  ahead: number,
  random: () => number = Math.random,
): number => {
  const half = DISPATCH_PACE.everyMs / 2
  return Math.ceil(at + ahead * DISPATCH_PACE.everyMs + (wasOurs ? half : 0) + (random() * half) / 2)
}
