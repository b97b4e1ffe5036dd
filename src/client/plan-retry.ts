import type { PrenticeError } from './prentice-error.ts'
import type { Settings } from './settings.ts'

const MAX_WAIT_MS = 20_000

/** No response, a timeout, a limit, or a server or proxy that is restarting. */
const TRANSIENT = [null, 408, 429, 502, 503, 504]

/** Whether the same request may succeed later. */
export const isTransient = ({ status }: PrenticeError): boolean => TRANSIENT.includes(status)

/**
 * How long to wait before the next attempt, in ms; `null`: the error is final. `failed` counts the failed attempts, from
 * 1. `random` is from 0 to 1 and spreads clients that failed at the same moment.
 */
export function planRetry(
  error: PrenticeError,
  failed: number,
  { retries, maxRetryAfter, firstWaitMs }: Pick<Settings, 'retries' | 'maxRetryAfter' | 'firstWaitMs'>,
  random: number,
): number | null {
  if (!isTransient(error) || failed > retries) return null
  if (error.retryAfter !== null && error.retryAfter > maxRetryAfter) return null
  const backoff = Math.min(firstWaitMs * 2 ** (failed - 1), MAX_WAIT_MS)
  return (error.retryAfter ?? 0) * 1000 + backoff * (0.5 + random / 2)
}
