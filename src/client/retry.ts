import { PrenticeError } from './prentice-error.ts'
import type { Settings } from './settings.ts'

const MAX_WAIT_MS = 20_000

/** No response, a timeout, a limit, or a server or proxy that is restarting. */
const TRANSIENT = [null, 408, 429, 502, 503, 504]

/** Whether the same request may succeed later. */
const isTransient = ({ status }: PrenticeError): boolean => TRANSIENT.includes(status)

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

/** How long the server may be unreachable for somebody who waits, in ms. */
export const PATIENCE_MS = 300_000

export interface Patience {
  /** The server has responded. */
  responded(): void
  /** Throws the failure, unless it may pass and the server has responded recently. */
  tolerate(error: unknown): void
}

/** Starts to measure when it is called; create one for each wait. */
export function createPatience(ms: number, signal: AbortSignal | undefined): Patience {
  let respondedAt = Date.now()
  return {
    responded() {
      respondedAt = Date.now()
    },
    tolerate(error) {
      signal?.throwIfAborted()
      const mayPass = error instanceof PrenticeError && isTransient(error)
      if (!mayPass || Date.now() - respondedAt > ms) throw error
    },
  }
}

/** Resolves after this time, or rejects with the reason of the signal. */
export function sleep(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const stop = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
