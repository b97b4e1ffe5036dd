import { z } from 'zod'
import { type Reason, reason } from '../../../contract/reasons.ts'
import type { RetrySettings } from './model-handle.ts'

/** An operator sets seconds; unset, or empty as GitHub hands over what is not set, gives `null`. */
const seconds = (least: number, most: number) =>
  z
    .string()
    .trim()
    .default('')
    .transform((text) => (text === '' ? null : Number(text) * 1000))
    .refine((value) => value === null || (value >= least * 1000 && value <= most * 1000), {
      error: `must be a number from ${least} to ${most}`,
    })

const Variables = z.object({
  // Silence that lasts five minutes ends a request in Node itself, whatever is set here.
  MODEL_STALL_SECONDS: seconds(0.1, 300),
  MODEL_RETRY_SECONDS: seconds(0.01, 60),
  MODEL_PATIENCE_SECONDS: seconds(0, 3600),
})

/** The pace of model calls as the environment wants it, or what is wrong there. Pure. */
export function readRetrySettings(
  environment: Readonly<Record<string, string | undefined>>,
  standard: RetrySettings,
): RetrySettings | Reason {
  const { success, data, error } = Variables.safeParse(environment)
  if (!success) {
    const faults = error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)
    return reason('input-invalid', `the environment variable ${faults.join('; ')}`)
  }
  const {
    MODEL_STALL_SECONDS: stallMs,
    MODEL_RETRY_SECONDS: backoffMs,
    MODEL_PATIENCE_SECONDS: patienceMs,
  } = data
  return {
    ...standard,
    ...(stallMs !== null && { firstChunkMs: stallMs, chunkMs: stallMs }),
    ...(backoffMs !== null && { backoffMs }),
    ...(patienceMs !== null && { patienceMs }),
  }
}
