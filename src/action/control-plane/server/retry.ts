import { setTimeout as sleep } from 'node:timers/promises'
import pRetry from 'p-retry'
import { ServerRefusal } from './request.ts'

export interface RetryPolicy {
  /** How long to go on trying, in ms. */
  readonly totalMs: number
  /** First wait, in ms; each further one is twice as long, up to 20 s. */
  readonly firstWaitMs: number
}

/** Long enough for a restart of the app, short enough for the job's own time limit. */
export const PATIENT_RETRIES: RetryPolicy = { totalMs: 120_000, firstWaitMs: 1000 }

const LONGEST_WAIT_MS = 20_000

/** Retries where there was no answer, on 5xx and on 429. What the app refused stays refused. */
export function withRetries<T>(
  call: () => Promise<T>,
  patience: RetryPolicy,
  signal: AbortSignal,
): Promise<T> {
  return pRetry(() => call().catch(asError), {
    retries: Number.POSITIVE_INFINITY,
    maxRetryTime: patience.totalMs,
    minTimeout: patience.firstWaitMs,
    maxTimeout: LONGEST_WAIT_MS,
    randomize: true,
    signal,
    shouldRetry: ({ error }) => isTransient(error),
    onFailedAttempt: async ({ error }) => {
      if (error instanceof ServerRefusal && error.retryAfter !== null && isTransient(error)) {
        await sleep(Math.min(error.retryAfter * 1000, LONGEST_WAIT_MS), undefined, { signal })
      }
    },
  })
}

export function isTransient(error: unknown): boolean {
  return !(error instanceof ServerRefusal) || error.status === 429 || error.status >= 500
}

/** `fetch` throws a TypeError whose text varies by cause; p-retry takes TypeErrors it does not know for bugs. */
function asError(error: unknown): never {
  if (!(error instanceof TypeError)) throw error
  const cause = error.cause instanceof Error ? error.cause.message : error.message
  throw new Error(cause, { cause: error })
}
