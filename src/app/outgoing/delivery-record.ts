import { z } from 'zod'
import { OutboxEvent } from '../outbox/outbox-entry.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit, Store } from '../store/store.ts'

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

const parseState = (raw: string | undefined): WebhookState =>
  raw === undefined ? IDLE : WebhookState.parse(JSON.parse(raw))

export interface Place {
  readonly accountId: number
  readonly webhook: string
}

export interface StoredState {
  readonly raw: string | null
  readonly state: WebhookState
}

export async function readState(store: Pick<Store, 'get'>, { webhook }: Place): Promise<StoredState> {
  const raw = await store.get(keySpace.webhookState(webhook))
  return { raw: raw ?? null, state: parseState(raw) }
}

/**
 * Changes the state of a webhook and its place in the queue together. Every change of its deliveries goes with one, so
 * that what is added while others are sent is not overlooked.
 */
export function changeState(
  { accountId, webhook }: Place,
  { raw, state }: StoredState,
  changes: Partial<Omit<WebhookState, 'rev'>>,
): Commit {
  const key = keySpace.webhookState(webhook)
  const next: WebhookState = { ...state, ...changes, rev: state.rev + 1 }
  const place = (at: number) => keySpace.sendWebhook(accountId, webhook, at)
  const isMoved = next.scheduledAt !== state.scheduledAt
  return {
    checks: [{ key, value: raw }],
    set: [
      { key, value: JSON.stringify(next) },
      ...(isMoved && next.scheduledAt !== null ? [{ key: place(next.scheduledAt), value: '' }] : []),
    ],
    del: isMoved && state.scheduledAt !== null ? [place(state.scheduledAt)] : [],
  }
}
