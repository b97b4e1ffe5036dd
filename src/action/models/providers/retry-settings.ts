import { z } from 'zod'
import { type Reason, reason } from '../../../contract/reasons.ts'

/** How often and how long to retry. Times in milliseconds. */
export interface RetrySettings {
  /** For a call whose answer is interrupted or unreadable. */
  readonly tries: number
  /** Before the second try. Doubles with each further try. */
  readonly backoffMs: number
  readonly longestBackoffMs: number
  /** How long to retry a provider that is overloaded, unavailable or rate-limiting. */
  readonly patienceMs: number
  /** If a provider asks for a longer pause, the call fails. */
  readonly longestWaitMs: number
  /** Timeout until the first token: a reasoning model may take minutes. */
  readonly firstChunkMs: number
  /** Timeout within an answer. */
  readonly chunkMs: number
}

export const DEFAULT_RETRY_SETTINGS: RetrySettings = {
  tries: 5,
  backoffMs: 2000,
  longestBackoffMs: 60_000,
  patienceMs: 300_000,
  longestWaitMs: 900_000,
  firstChunkMs: 300_000,
  chunkMs: 180_000,
}

/** Variables are in seconds. Unset, or empty as GitHub passes unset values, is `null`. */
const seconds = (min: number, max: number) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text) => (text === '' ? null : Number(text) * 1000))
    .refine((value) => value === null || (value >= min * 1000 && value <= max * 1000), {
      error: `must be a number from ${min} to ${max}`,
    })

const Variables = z.object({
  // Node itself aborts a request after five minutes of silence.
  MODEL_STALL_SECONDS: seconds(0.1, 300),
  MODEL_RETRY_SECONDS: seconds(0.01, 60),
  MODEL_PATIENCE_SECONDS: seconds(0, 3600),
})

/** The settings of the environment, or what is wrong with them. Pure. */
export function readRetrySettings(
  environment: Readonly<Record<string, string | undefined>>,
  defaults: RetrySettings,
): RetrySettings | Reason {
  const { success, data, error } = Variables.safeParse(environment)
  if (!success) {
    const problems = error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    return reason('input-invalid', `the environment variable ${problems.join('; ')}`)
  }
  const {
    MODEL_STALL_SECONDS: stallMs,
    MODEL_RETRY_SECONDS: backoffMs,
    MODEL_PATIENCE_SECONDS: patienceMs,
  } = data
  return {
    ...defaults,
    ...(stallMs !== null && { firstChunkMs: stallMs, chunkMs: stallMs }),
    ...(backoffMs !== null && { backoffMs }),
    ...(patienceMs !== null && { patienceMs }),
  }
}
