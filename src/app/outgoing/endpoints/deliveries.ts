import { eventTime } from '../../outbox/outbox-entry.ts'
import { commitWithRetry, mergeCommits } from '../../store/store.ts'
import {
  changeState,
  type DeliveryRecord,
  DeliveryRecord as DeliverySchema,
  deliveryKeys,
  KEPT_MS,
  readState,
} from '../delivery-record.ts'
import { isManaged, type Manager, type WebhookWork } from './managed-webhooks.ts'

export interface DeliveryQuery {
  readonly limit: number
  readonly after: string | null
}

export interface DeliveryPage {
  readonly deliveries: readonly DeliveryRecord[]
  readonly next: string | null
}

/** Newest first; `null`: the manager has no such webhook. */
export async function listDeliveries(
  deps: WebhookWork,
  manager: Manager,
  id: string,
  { limit, after }: DeliveryQuery,
): Promise<DeliveryPage | null> {
  if (!(await isManaged(deps, manager, id))) return null
  const prefix = deliveryKeys.of(id)
  const entries = await deps.store.list({
    prefix,
    limit: limit + 1,
    ...(after !== null && { after: prefix + after }),
  })
  const shown = entries.slice(0, limit)
  return {
    deliveries: shown.map(({ value }) => DeliverySchema.parse(JSON.parse(value))),
    next: entries.length > limit ? (shown.at(-1)?.key.slice(prefix.length) ?? null) : null,
  }
}

/** Sends an event again, whatever became of it; `null`: the manager has no such webhook, or it no such event. */
export async function redeliver(
  deps: WebhookWork,
  manager: Manager,
  id: string,
  event: string,
): Promise<DeliveryRecord | null> {
  const { store, now } = deps
  if (!(await isManaged(deps, manager, id))) return null
  const place = { accountId: manager.accountId, webhook: id }
  const at = eventTime(event)
  if (at === null) return null
  const found = deliveryKeys.record(id, at, event)
  const again = await commitWithRetry<DeliveryRecord | null>(store, `delivery ${event}`, async () => {
    const raw = await store.get(found)
    if (raw === undefined) return { result: null }
    const since = now()
    const before = DeliverySchema.parse(JSON.parse(raw))
    const delivery: DeliveryRecord = { ...before, state: 'pending', failures: 0, since, nextAt: since }
    const expiresAt = since + KEPT_MS
    const set = [
      { key: found, value: JSON.stringify(delivery), expiresAt },
      { key: deliveryKeys.pending(id, at, event), value: found, expiresAt },
    ]
    const moved = changeState(place, await readState(store, place), { scheduledAt: since })
    const commit = mergeCommits(moved, { checks: [{ key: found, value: raw }], set })
    return { commit, result: delivery }
  })
  deps.onDue()
  return again
}
