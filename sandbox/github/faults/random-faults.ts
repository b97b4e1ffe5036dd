import { type FailureMode, noFaults } from '../state/fault-schedule.ts'
import type { GithubState } from '../state/state.ts'
import { seededRandom } from './seeded-random.ts'

/** Shares of all requests and webhooks, from 0 to 1. A fault without a rate does not occur. */
export interface FaultRates {
  /** The request never arrives. */
  readonly lost?: number
  /** The request is processed, and its response is lost. */
  readonly unanswered?: number
  /** 500, 502 or 503; the request is not processed. */
  readonly failed?: number
  /** 502 or 504, although the request is processed. */
  readonly failedAfter?: number
  /** 401, 403 or 404, as for moments from a replica that does not know a token or a change yet. */
  readonly refused?: number
  /** 403 or 429 with a `retry-after` of one to three seconds. */
  readonly limited?: number
  /** A delay of up to three seconds before the request is processed. */
  readonly slow?: number
  readonly webhookLost?: number
  /** The webhook arrives two to four times. */
  readonly webhookRepeated?: number
  /** The webhook arrives up to ten seconds late, after others that were sent later. */
  readonly webhookLate?: number
}

export type RequestRates = Omit<FaultRates, 'webhookLost' | 'webhookRepeated' | 'webhookLate'>

/** Requests with separate rates. */
export interface Exception {
  /** Prefix of the names of these faults in the counts. */
  readonly name: string
  /** Tested against `METHOD /path?query`. */
  readonly match: RegExp
  /** Replace the general rates. */
  readonly rates: RequestRates
}

export interface FaultsSetting {
  readonly seed: number
  readonly rates: FaultRates
  readonly except?: readonly Exception[]
}

export interface RandomFaults {
  /** Occurrences by name. */
  counts(): Readonly<Record<string, number>>
  stop(): void
}

/** Starts random faults. The same seed and the same order of requests give the same faults. */
export const randomFaults = (state: GithubState, o: FaultsSetting): RandomFaults => {
  const random = seededRandom(o.seed)
  const counts: Record<string, number> = {}
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const oneOf = <T>(...all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]

  /** Picks at most one fault by a single random number. */
  const draw = <T>(
    table: readonly (readonly [name: keyof FaultRates, make: () => T])[],
    { name: prefix, rates }: { name: string; rates: FaultRates },
  ): T | null => {
    let left = random()
    for (const [name, make] of table) {
      left -= rates[name] ?? 0
      if (left >= 0) continue
      const counted = prefix === '' ? name : `${prefix} ${name}`
      counts[counted] = (counts[counted] ?? 0) + 1
      return make()
    }
    return null
  }
  const rateLimit = (): FailureMode => {
    const status = oneOf(403, 429)
    return { status, retryAfter: upTo(3), message: 'You have exceeded a secondary rate limit.' }
  }

  const refusal = (): FailureMode =>
    oneOf<FailureMode>(
      { status: 401, message: 'Bad credentials' },
      { status: 403, message: 'Resource not accessible by integration' },
      { status: 404, message: 'Not Found' },
    )

  const general = { name: '', rates: o.rates }
  state.faultSchedule.failureOf = ({ method, path }) => {
    const exception = o.except?.find(({ match }) => match.test(`${method} ${path}`))
    return draw<FailureMode>(
      [
        ['lost', () => 'drop-before'],
        ['unanswered', () => 'drop-after'],
        ['failed', () => oneOf(500, 502, 503)],
        ['failedAfter', () => ({ status: oneOf(502, 504), processed: true })],
        ['refused', refusal],
        ['limited', rateLimit],
        ['slow', () => ({ slowMs: upTo(3000) })],
      ],
      exception ?? general,
    )
  }
  state.faultSchedule.webhookDelays = () =>
    draw<readonly number[]>(
      [
        ['webhookLost', () => []],
        ['webhookRepeated', () => [0, ...Array.from({ length: upTo(3) }, () => upTo(2000))]],
        ['webhookLate', () => [upTo(10_000)]],
      ],
      general,
    ) ?? [0]

  return {
    counts: () => counts,
    stop: () => {
      const { failureOf, webhookDelays } = noFaults()
      Object.assign(state.faultSchedule, { failureOf, webhookDelays })
    },
  }
}
