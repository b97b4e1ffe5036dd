import { OutboxEvent, readWebhooks, type WebhookRecord, wants } from '../../outbox/outbox-entry.ts'
import { loadProject } from '../../projects/project.ts'
import { type Commit, commitWithRetry, type Entry, mergeCommits, type TimedStore } from '../../store/store.ts'
import { newDelivery } from '../delivery-record.ts'
import { isChosen, isCovering } from '../endpoints/covering-webhooks.ts'

/** Turns an event of the outbox into a delivery for each webhook that gets it, in one commit. */
export async function fanOut(
  deps: TimedStore & { readonly onDue: () => void },
  accountId: number,
  entry: Entry,
): Promise<void> {
  const event = OutboxEvent.parse(JSON.parse(entry.value))
  await commitWithRetry(deps.store, `event ${event.id}`, async () => {
    // Another server may have done it.
    if ((await deps.store.get(entry.key)) === undefined) return { result: undefined }
    const now = deps.now()
    let commit: Commit = { checks: [{ key: entry.key, value: entry.value }], del: [entry.key] }
    for (const webhook of await receiversOf(deps, accountId, event))
      commit = mergeCommits(
        commit,
        await newDelivery(deps.store, { accountId, webhook: webhook.id }, event, now),
      )
    return { commit, result: undefined }
  })
  deps.onDue()
}

/** The webhooks that ask for the event, cover its project, and follow its settings if they have to. */
async function receiversOf(
  { store, now }: TimedStore,
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
