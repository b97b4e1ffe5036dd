import { seededRandom } from '../seeded-random.ts'
import { noFaults } from './fault-schedule.ts'
import type { Failing } from './rest/faults.ts'
import type { GithubState } from './state.ts'

/** Shares of all requests and webhooks, 0 to 1. What is left out does not happen. */
export interface FaultRates {
  /** The request never arrives. */
  readonly lost?: number
  /** It is done, and its answer is lost. */
  readonly unanswered?: number
  /** 500, 502 or 503, and nothing was done. */
  readonly failed?: number
  /** 502 or 504, and it was done all the same. */
  readonly failedAfter?: number
  /** 403 or 429 with a `retry-after` of one to three seconds. */
  readonly limited?: number
  /** It waits up to three seconds before it is done. */
  readonly slow?: number
  readonly webhookLost?: number
  /** It comes two to four times. */
  readonly webhookRepeated?: number
  /** It comes up to ten seconds later, behind those that were sent after it. */
  readonly webhookLate?: number
}

export type RequestRates = Omit<FaultRates, 'webhookLost' | 'webhookRepeated' | 'webhookLate'>

/** Requests that fare otherwise than the rest. */
export interface Exception {
  /** Before the name of what befalls them, where it is counted. */
  readonly name: string
  /** Looked for in `METHOD /path?query`. */
  readonly match: RegExp
  /** In place of the others. */
  readonly rates: RequestRates
}

export interface FaultsSetting {
  readonly seed: number
  readonly rates: FaultRates
  readonly except?: readonly Exception[]
}

export interface RandomFaults {
  /** How often each has happened. */
  counts(): Readonly<Record<string, number>>
  stop(): void
}

/** Lets faults happen at random; the same seed and the same order of requests give the same faults. */
export const randomFaults = (hub: GithubState, o: FaultsSetting): RandomFaults => {
  const random = seededRandom(o.seed)
  const counts: Record<string, number> = {}
  const upTo = (most: number) => 1 + Math.floor(random() * most)
  const oneOf = <T>(...all: readonly [T, ...T[]]): T => all[Math.floor(random() * all.length)] ?? all[0]

  /** The first of these that is drawn; each is tried against one throw of the dice. */
  const draw = <T>(
    table: readonly (readonly [name: keyof FaultRates, make: () => T])[],
    { name: whose, rates }: { name: string; rates: FaultRates },
  ): T | null => {
    let left = random()
    for (const [name, make] of table) {
      left -= rates[name] ?? 0
      if (left >= 0) continue
      const counted = whose === '' ? name : `${whose} ${name}`
      counts[counted] = (counts[counted] ?? 0) + 1
      return make()
    }
    return null
  }
  const limit = (): Failing => {
    const status = oneOf(403, 429)
    return { status, retryAfter: upTo(3), message: 'You have exceeded a secondary rate limit.' }
  }

  const usual = { name: '', rates: o.rates }
  hub.weather.meets = ({ method, path }) => {
    const own = o.except?.find(({ match }) => match.test(`${method} ${path}`))
    return draw<Failing>(
      [
        ['lost', () => 'drop-before'],
        ['unanswered', () => 'drop-after'],
        ['failed', () => oneOf(500, 502, 503)],
        ['failedAfter', () => ({ status: oneOf(502, 504), done: true })],
        ['limited', limit],
        ['slow', () => ({ slowMs: upTo(3000) })],
      ],
      own ?? usual,
    )
  }
  hub.weather.webhook = () =>
    draw<readonly number[]>(
      [
        ['webhookLost', () => []],
        ['webhookRepeated', () => [0, ...Array.from({ length: upTo(3) }, () => upTo(2000))]],
        ['webhookLate', () => [upTo(10_000)]],
      ],
      usual,
    ) ?? [0]

  return {
    counts: () => counts,
    stop: () => {
      const { meets, webhook } = noFaults()
      Object.assign(hub.weather, { meets, webhook })
    },
  }
}
