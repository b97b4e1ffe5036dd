import type { RetrySettings } from '../providers/model-handle.ts'
import type { ModelError } from './classify-error.ts'

export interface SoFar {
  /** Tries that failed, this one included, and how many of them were no whole answer, rather than none for now. */
  readonly failed: number
  readonly broken: number
  /** Since the first of them. */
  readonly elapsedMs: number
}

/**
 * Milliseconds until the next try; `null`: there is none. A busy provider charges nothing for saying so and is waited
 * for by the clock; answers that break off may cost, so they are counted. `chance`, from 0 up to 1, spreads the tries of
 * runs that were turned away together. Pure.
 */
export function planRetry(
  failure: Extract<ModelError, { kind: 'passing' }>,
  { failed, broken, elapsedMs }: SoFar,
  { pace, chance }: { readonly pace: RetrySettings; readonly chance: number },
): number | null {
  const isOver = failure.isBusy ? elapsedMs >= pace.patienceMs : broken >= pace.tries
  if (isOver || failure.retryAfterMs > pace.longestWaitMs) return null
  const backoff = Math.min(pace.backoffMs * 2 ** (failed - 1), pace.longestBackoffMs)
  return Math.max(failure.retryAfterMs, backoff * (1 + SPREAD * (2 * chance - 1)))
}

const SPREAD = 0.2
