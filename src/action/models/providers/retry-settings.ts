import { z } from 'zod'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { RetrySettings } from './model-handle.ts'

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
