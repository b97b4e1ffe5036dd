import type { RetrySettings } from '../providers/model-handle.ts'
import type { ModelError } from './classify-error.ts'

export interface FailedTries {
  /** How many tries failed, this one included. */
  readonly failed: number
  /** How many of them returned an incomplete answer, rather than none. */
  readonly incomplete: number
  /** Since the first of them. */
  readonly elapsedMs: number
}

const SPREAD = 0.2

/**
 * Milliseconds until the next try; `null`: give up. A busy provider charges nothing for its refusal and is retried for a
 * time; incomplete answers may cost something and are counted. `random`, from 0 up to 1, spreads the retries of runs
 * that were refused together. Pure.
 */
export function planRetry(
  error: Extract<ModelError, { kind: 'temporary' }>,
  { failed, incomplete, elapsedMs }: FailedTries,
  { settings, random }: { readonly settings: RetrySettings; readonly random: number },
): number | null {
  const isOver = error.isBusy ? elapsedMs >= settings.patienceMs : incomplete >= settings.tries
  if (isOver || error.retryAfterMs > settings.longestWaitMs) return null
  const backoff = Math.min(settings.backoffMs * 2 ** (failed - 1), settings.longestBackoffMs)
  return Math.max(error.retryAfterMs, backoff * (1 + SPREAD * (2 * random - 1)))
}
