import { setTimeout as sleep } from 'node:timers/promises'
import { countOf } from '../text/format.ts'
import type { ErrorVerdict } from './classify-error.ts'

export interface RetryDeps {
  readonly now: () => number
  /** Time by `now` until which a rate limit is waited for. */
  readonly deadline: number
  /** Called before a rate limit is waited for, with a sentence for the log. */
  readonly onWait: (text: string) => void
  readonly signal?: AbortSignal
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

export interface Retries {
  /** Waits before the next attempt. False: there is to be none. Rejects with the reason of the signal. */
  wait(verdict: Extract<ErrorVerdict, { kind: 'transient' | 'rate-limit' }>): Promise<boolean>
}

const TRANSIENT_WAITS_MS = [1000, 2000, 4000]
const FIRST_LIMIT_WAIT_MS = 60_000

/**
 * The waits between the attempts of one operation. Failures are retried three times. A rate limit is waited for as long
 * as GitHub says, or else for a minute and then twice as long each time, up to the deadline.
 */
export function openRetries({ now, deadline, onWait, signal, pause }: RetryDeps): Retries {
  let failures = 0
  let unspecified = 0
  const waitFor = async (milliseconds: number): Promise<true> => {
    try {
      await (pause === undefined
        ? sleep(milliseconds, undefined, { ...(signal && { signal }) })
        : pause(milliseconds))
    } finally {
      signal?.throwIfAborted()
    }
    return true
  }
  return {
    async wait(verdict) {
      if (verdict.kind === 'transient') {
        const milliseconds = TRANSIENT_WAITS_MS[failures]
        failures += 1
        return milliseconds === undefined ? false : waitFor(milliseconds)
      }
      const milliseconds = verdict.waitMs ?? FIRST_LIMIT_WAIT_MS * 2 ** unspecified
      if (verdict.waitMs === null) unspecified += 1
      if (now() + milliseconds > deadline) return false
      onWait(
        `GitHub limits the rate of requests. The next attempt is in ${countOf(Math.ceil(milliseconds / 1000), 'second')}.`,
      )
      return waitFor(milliseconds)
    },
  }
}
