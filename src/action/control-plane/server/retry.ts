import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { ServerRefusal } from './request.ts'

export interface RetryPolicy {
  /** Total time for all attempts, in ms. */
  readonly totalMs: number
  /** First wait, in ms. Each further one is twice as long, up to 20 s. */
  readonly firstWaitMs: number
}

/** No shorter than `policy`, and up to a deadline by the same clock as `now`. Pure. */
export const untilDeadline = (policy: RetryPolicy, deadline: number, now: number): RetryPolicy => ({
  ...policy,
  totalMs: Math.max(policy.totalMs, deadline - now),
})

/** Long enough for a restart of the server, and short compared to the time limit of the workflow job. */
export const DEFAULT_RETRIES: RetryPolicy = { totalMs: 120_000, firstWaitMs: 1000 }

const MAX_WAIT_MS = 20_000

/** Retries if there is no response, on 5xx and on 429. Other responses are final. `onRetry` is called before each wait. */
export function withRetries<T>(
  call: () => Promise<T>,
  policy: RetryPolicy,
  signal: AbortSignal,
  onRetry: (error: Error) => void = () => {},
): Promise<T> {
  return pRetry(() => call().catch(asError), {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: policy.totalMs,
    minTimeout: policy.firstWaitMs,
    maxTimeout: MAX_WAIT_MS,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: async ({ error }) => {
      if (isTransient(error)) onRetry(error)
      if (error instanceof ServerRefusal && error.retryAfter !== null && isTransient(error)) {
        await sleep(waitMsOf(error.retryAfter), undefined, { signal })
      }
    },
  })
}

/** Seconds of a `Retry-After` header as milliseconds, no longer than any other wait. */
export const waitMsOf = (retryAfter: number): number => Math.min(retryAfter * 1000, MAX_WAIT_MS)

export function isTransient(error: unknown): boolean {
  return !(error instanceof ServerRefusal) || error.status === 429 || error.status >= 500
}

/** `fetch` throws TypeErrors with varying texts; p-retry does not retry a TypeError that it does not recognize. */
function asError(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  throw new Error(cause, { cause: error })
}
