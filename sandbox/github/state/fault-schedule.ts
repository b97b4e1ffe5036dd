import type { Delivery } from './traffic.ts'

/** A request when it arrives, before it is processed. */
export interface IncomingRequest {
  readonly surface: 'rest' | 'git'
  readonly method: string
  /** As in the request log. */
  readonly path: string
}

export interface ErrorResponse {
  readonly status: number
  readonly message?: string
  /** Seconds, for the header `retry-after`. */
  readonly retryAfter?: number
  /** True: the request is processed all the same, and only its response is an error. */
  readonly processed?: boolean
}

/**
 * How a request fails. A number: this status, and the request is not processed. `drop-before`: not processed, no
 * response. `drop-after`: processed, but the response is lost.
 */
export type FailureMode = number | 'drop-before' | 'drop-after' | ErrorResponse | { readonly slowMs: number }

/** A fault that a test ordered for the next requests that match. */
export interface Fault {
  /** Tested against `METHOD /path?query`. */
  readonly match: RegExp
  readonly mode: FailureMode
  /** Requests that it still affects. */
  times: number
}

/** A test's wait for one request. */
export interface PendingHold {
  readonly matches: (request: IncomingRequest) => boolean
  readonly arrive: () => void
  readonly released: Promise<void>
}

/** Faults of this GitHub and of the network around it. */
export interface FaultSchedule {
  /** How a request fails for which no fault was ordered; `null`: it does not. */
  failureOf: (request: IncomingRequest) => FailureMode | null
  /** The delay in milliseconds of each copy of a webhook; empty: the webhook is lost. */
  webhookDelays: (delivery: Delivery) => readonly number[]
  /** How far reads lag behind writes. */
  readLagMs: number
}

export const noFaults = (): FaultSchedule => ({
  failureOf: () => null,
  webhookDelays: () => [0],
  readLagMs: 0,
})
