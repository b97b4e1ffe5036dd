import { setTimeout as sleep } from 'node:timers/promises'
import type { Arrival } from '../hold-request.ts'
import type { GithubState } from '../state.ts'

export interface Refusal {
  readonly status: number
  readonly message?: string
  /** Seconds, for the header. */
  readonly retryAfter?: number
  /** True: the request is done all the same, and only its answer says otherwise. */
  readonly done?: boolean
}

/** A status to answer; `drop-before`: nothing is done and no answer comes; `drop-after`: done, but the answer is lost. */
export type Failing = number | 'drop-before' | 'drop-after' | Refusal | { readonly slowMs: number }

/** An outage that a test orders. */
export interface Fault {
  /** Looked for in `METHOD /path?query`. */
  readonly match: RegExp
  readonly how: Failing
  /** Requests that it still takes. */
  times: number
}

/** What befalls one request. */
export interface Mishap {
  readonly isDone: boolean
  /** What the sender gets in place of the answer; `lost`: nothing at all; `null`: the answer itself. */
  readonly instead: Refusal | 'lost' | null
}

interface Coming extends Mishap {
  readonly waitMs: number
}

const NONE: Coming = { waitMs: 0, isDone: true, instead: null }

/** What befalls this request; where it is slow, after that time. */
export const suffer = async (hub: GithubState, arrival: Arrival): Promise<Mishap> => {
  const { waitMs, ...mishap } = takeFault(hub, arrival)
  if (waitMs > 0) await sleep(waitMs, undefined, { signal: hub.closing.signal })
  return mishap
}

/** The fault that meets this request, if any; an ordered one is one request nearer to its end. */
const takeFault = (hub: GithubState, arrival: Arrival): Coming => {
  const line = `${arrival.method} ${arrival.path}`
  const fault = hub.faults.find(({ match, times }) => times > 0 && match.test(line))
  if (fault) fault.times -= 1
  const how = fault ? fault.how : hub.weather.meets(arrival)
  return how === null ? NONE : mishapOf(how)
}

const mishapOf = (how: Failing): Coming => {
  if (how === 'drop-before') return { ...NONE, isDone: false, instead: 'lost' }
  if (how === 'drop-after') return { ...NONE, instead: 'lost' }
  if (typeof how === 'number') return { ...NONE, isDone: false, instead: { status: how } }
  if ('slowMs' in how) return { ...NONE, waitMs: how.slowMs }
  return { ...NONE, isDone: how.done === true, instead: how }
}
