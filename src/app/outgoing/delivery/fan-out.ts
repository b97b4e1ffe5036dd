import { OutboxEvent } from '../../outbox/outbox-entry.ts'
import { readWebhooks, type WebhookRecord, wants } from '../../outbox/webhook-record.ts'
import { loadProject } from '../../projects/project.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import { type Commit, type Entry, mergeCommits, type Store } from '../../store/store.ts'
import { changeState, type DeliveryRecord, KEPT_MS, readState } from '../delivery-record.ts'
import { isCovering } from '../endpoints/covering-webhooks.ts'
import { isChosen } from '../notify.ts'

export interface FanOutDeps {
  readonly store: Store
  readonly now: () => number
  readonly onDue: () => void
}

/** Turns an event of the outbox into a delivery for each webhook that gets it, in one commit. */
export async function fanOut(deps: FanOutDeps, accountId: number, entry: Entry): Promise<void> {
  const event = OutboxEvent.parse(JSON.parse(entry.value))
  await commitWithRetry(deps.store, `event ${event.id}`, async () => {
    // Another server may have done it.
    if ((await deps.store.get(entry.key)) === undefined) return { result: undefined }
    const now = deps.now()
    let commit: Commit = { checks: [{ key: entry.key, value: entry.value }], del: [entry.key] }
    for (const webhook of await receiversOf(deps, accountId, event))
      commit = mergeCommits(commit, await deliveryOf(deps, { accountId, webhook: webhook.id }, event, now))
    return { commit, result: undefined }
  })
  deps.onDue()
}

/** The webhooks that ask for the event, cover its project, and follow its settings if they have to. */
async function receiversOf(
  { store, now }: FanOutDeps,
  accountId: number,
  { payload: { type }, project: id }: OutboxEvent,
): Promise<WebhookRecord[]> {
  const { webhooks } = await readWebhooks(store, accountId)
  const asking = webhooks.filter((webhook) => wants(webhook, { type, project: id }))
  const project = asking.length === 0 ? null : await loadProject(store, id)
  if (project === null) return []
  const chosen = asking.filter((webhook) => isChosen(webhook, project.config?.notify ?? [], type))
  const covering = await Promise.all(
    chosen.map((webhook) => isCovering(store, { accountId, webhook, now: now() }, project)),
  )
  return chosen.filter((_, i) => covering[i])
}

async function deliveryOf(
  { store }: FanOutDeps,
  place: { readonly accountId: number; readonly webhook: string },
  event: OutboxEvent,
  now: number,
): Promise<Commit> {
  const delivery: DeliveryRecord = {
    event,
    state: 'pending',
    failures: 0,
    since: now,
    nextAt: now,
    attempts: [],
  }
  const key = keySpace.webhookDelivery(place.webhook, event.at, event.id)
  const expiresAt = now + KEPT_MS
  const before = await readState(store, place)
  const scheduled = changeState(place, before, { scheduledAt: before.state.scheduledAt ?? now })
  return mergeCommits(scheduled, {
    set: [
      { key, value: JSON.stringify(delivery), expiresAt },
      { key: keySpace.pendingDelivery(place.webhook, event.at, event.id), value: key, expiresAt },
    ],
  })
}
