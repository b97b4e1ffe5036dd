import type { Arrival } from './hold-request.ts'
import type { Failing } from './rest/faults.ts'
import type { Delivery } from './webhooks/delivery.ts'

/** How this GitHub and the way to it are doing at the moment. */
export interface FaultSchedule {
  /** What befalls a request for which no fault was ordered. */
  meets: (arrival: Arrival) => Failing | null
  /** After how many milliseconds each copy of a webhook arrives; no copy: it is lost. */
  webhook: (delivery: Delivery) => readonly number[]
  /** How far reads lag behind writes. */
  lagMs: number
}

export const noFaults = (): FaultSchedule => ({ meets: () => null, webhook: () => [0], lagMs: 0 })
