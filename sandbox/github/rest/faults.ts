import type { Hub } from '../hub.ts'

/** A status to answer; `drop-before`: nothing is done and no answer comes; `drop-after`: done, but the answer is lost. */
export type Failing = number | 'drop-before' | 'drop-after'

/** An outage that a test orders. */
export interface Fault {
  /** Looked for in `METHOD /path?query`. */
  readonly match: RegExp
  readonly how: Failing
  /** Requests that it still takes. */
  times: number
}

/** The fault that meets this request, if any; it is one request nearer to its end. */
export const takeFault = (hub: Hub, method: string, path: string): Failing | null => {
  const fault = hub.faults.find(({ match, times }) => times > 0 && match.test(`${method} ${path}`))
  if (!fault) return null
  fault.times -= 1
  return fault.how
}
