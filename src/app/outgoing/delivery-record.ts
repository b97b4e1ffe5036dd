import { z } from 'zod'
import { OutboxEvent } from '../outbox/outbox-entry.ts'
import type { KnownFields } from '../store/parse-records.ts'

const DAY_MS = 86_400_000
/** Deliveries are listed, and can be sent again, for this long. */
export const KEPT_MS = 7 * DAY_MS
/** How long a delivery is retried. A webhook to which none succeeded meanwhile is switched off then. */
export const RETRIED_MS = DAY_MS

const AttemptRecord = z.looseObject({
  at: z.int(),
  status: z.int().nullable(),
  /** Never what the receiver sent. */
  error: z.string().nullable(),
  ms: z.int(),
})
export type AttemptRecord = KnownFields<z.infer<typeof AttemptRecord>>

/** One event for one webhook. */
export const DeliveryRecord = z.looseObject({
  event: OutboxEvent,
  state: z.enum(['pending', 'delivered', 'failed']),
  /** Since it was made, or since somebody asked for it again. */
  failures: z.int(),
  since: z.int(),
  /** When it is sent next; `null`: never. */
  nextAt: z.int().nullable(),
  /** The last ten. */
  attempts: z.array(AttemptRecord),
})
export type DeliveryRecord = KnownFields<z.infer<typeof DeliveryRecord>>

/** How sending to a webhook goes. */
export const WebhookState = z.looseObject({
  /** Counts the changes, so that no value occurs twice. */
  rev: z.int(),
  /** Its place in the queue; `null`: nothing is to be sent. */
  scheduledAt: z.int().nullable(),
  /** Deliveries that failed in a row, of whatever job. */
  failures: z.int(),
  /** `null`: the last delivery succeeded. */
  failingSince: z.int().nullable(),
  /** `null`: none has. */
  lastSuccessAt: z.int().nullable(),
})
export type WebhookState = KnownFields<z.infer<typeof WebhookState>>

export const IDLE: WebhookState = {
  rev: 0,
  scheduledAt: null,
  failures: 0,
  failingSince: null,
  lastSuccessAt: null,
}

export const parseState = (raw: string | undefined): WebhookState =>
  raw === undefined ? IDLE : WebhookState.parse(JSON.parse(raw))
