import { z } from 'zod'
import { OutboxEvent } from '../outbox/outbox-entry.ts'
import { newestFirst, time } from '../store/keys.ts'
import type { KnownFields } from '../store/parse-records.ts'
import { type Commit, mergeCommits, type Store } from '../store/store.ts'

export const deliveryKeys = {
  /** One event for one webhook, newest first. */
  record: (webhook: string, at: number, id: string) => `webhook-delivery/${webhook}/${newestFirst(at)}/${id}`,
  of: (webhook: string) => `webhook-delivery/${webhook}/` as const,
  /** Deliveries that are not done, oldest first. Contains the key of the delivery. */
  pending: (webhook: string, at: number, id: string) => `pending-delivery/${webhook}/${time(at)}/${id}`,
  pendingOf: (webhook: string) => `pending-delivery/${webhook}/` as const,
  /** How sending to a webhook goes: its place in the queue, and its failures. */
  state: (webhook: string) => `webhook-state/${webhook}`,
  /** When the server next checks a webhook. */
  send: (accountId: number, webhook: string, at: number) =>
    `sending/${time(at)}/webhook/${accountId}/${webhook}`,
  queue: () => 'sending/' as const,
}

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
  const raw = await store.get(deliveryKeys.state(webhook))
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
  const key = deliveryKeys.state(webhook)
  const next: WebhookState = { ...state, ...changes, rev: state.rev + 1 }
  const place = (at: number) => deliveryKeys.send(accountId, webhook, at)
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

export const firstDelivery = (event: OutboxEvent, now: number): DeliveryRecord => ({
  event,
  state: 'pending',
  failures: 0,
  since: now,
  nextAt: now,
  attempts: [],
})

/** The first delivery of an event to a webhook, which is sent as soon as it can be. */
export async function newDelivery(
  store: Pick<Store, 'get'>,
  place: Place,
  event: OutboxEvent,
  now: number,
): Promise<Commit> {
  const key = deliveryKeys.record(place.webhook, event.at, event.id)
  const expiresAt = now + KEPT_MS
  const before = await readState(store, place)
  const scheduled = changeState(place, before, { scheduledAt: before.state.scheduledAt ?? now })
  return mergeCommits(scheduled, {
    set: [
      { key, value: JSON.stringify(firstDelivery(event, now)), expiresAt },
      { key: deliveryKeys.pending(place.webhook, event.at, event.id), value: key, expiresAt },
    ],
  })
}
