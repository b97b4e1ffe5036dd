import { setTimeout as sleep } from 'node:timers/promises'
import { redirectOf } from '../../net/without-redirects.ts'
import { countOf, messageOf } from '../text/format.ts'

export type ErrorVerdict =
  /** GitHub limits the rate of requests. `waitMs`: how long; `null`: it does not say. */
  | { readonly kind: 'rate-limit'; readonly waitMs: number | null; readonly detail: string }
  | { readonly kind: 'transient'; readonly detail: string }
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }

/**
 * What to do about a failed request. Octokit's RequestError has a `status`, which is 500 without `response` if GitHub was
 * not reached. It is recognized by its shape, because the bundle may have several versions of its class. Pure.
 */
export function classifyError(error: unknown, now: number): ErrorVerdict {
  const redirect = redirectOf(error)
  if (redirect !== null) return { kind: 'refused', status: redirect.status, detail: redirect.message }
  const status = field(error, 'status')
  const detail = messageOf(error)
  if (typeof status !== 'number') return { kind: 'transient', detail }
  if (status >= 500) return { kind: 'transient', detail: `${status} ${detail}` }
  const limit = status === 403 || status === 429 ? findLimit(error, { status, detail, now }) : null
  return limit ?? { kind: 'refused', status, detail: `${status} ${detail}` }
}

/** GitHub counts whole seconds. */
const MARGIN_MS = 1000

/** https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit */
function findLimit(
  error: unknown,
  { status, detail, now }: { readonly status: number; readonly detail: string; readonly now: number },
): ErrorVerdict | null {
  const header = (name: string): unknown => field(field(field(error, 'response'), 'headers'), name)
  const retryAfter = numberOf(header('retry-after'))
  if (retryAfter !== null) return { kind: 'rate-limit', waitMs: retryAfter * 1000, detail }
  const reset = numberOf(header('x-ratelimit-reset'))
  if (numberOf(header('x-ratelimit-remaining')) === 0 && reset !== null) {
    // By GitHub's own clock: the one of the runner may differ.
    const date = Date.parse(String(header('date')))
    const waitMs = Math.max(0, reset * 1000 - (Number.isNaN(date) ? now : date)) + MARGIN_MS
    return { kind: 'rate-limit', waitMs, detail }
  }
  // Any other 403 is a missing permission.
  const isLimit = status === 429 || /rate limit|abuse detection/i.test(detail)
  return isLimit ? { kind: 'rate-limit', waitMs: null, detail } : null
}

function numberOf(value: unknown): number | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  return /^\d+$/.test(String(value)) ? Number(value) : null
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

export interface RetryOptions {
  readonly now: () => number
  /** Time by `now` until which a rate limit is waited for. */
  readonly deadline: number
  /** Called before a rate limit is waited for, with a sentence for the log. */
  readonly onWait: (text: string) => void
  readonly signal?: AbortSignal
  readonly pause?: ((milliseconds: number) => Promise<unknown>) | undefined
}

interface Retries {
  /** Waits before the next attempt. False: there is to be none. Rejects with the reason of the signal. */
  wait(verdict: Extract<ErrorVerdict, { kind: 'transient' | 'rate-limit' }>): Promise<boolean>
}

const TRANSIENT_WAITS_MS = [1000, 2000, 4000]
const FIRST_LIMIT_WAIT_MS = 60_000

/**
 * The waits between the attempts of one operation. Failures are retried three times. A rate limit is waited for as long
 * as GitHub says, or else for a minute and then twice as long each time, up to the deadline.
 */
export function openRetries({ now, deadline, onWait, signal, pause }: RetryOptions): Retries {
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
