import { findKeyInForce } from '../../keys/find-key.ts'
import { covers, type KeyRecord } from '../../keys/key-record.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/webhook-record.ts'
import type { Store } from '../../store/store.ts'
import { judgeNotify, type Notify } from '../notify.ts'

/** A project and the account that owns it now. */
interface CoveredProject {
  readonly id: string
  readonly accountId: number
}

/** Whether the webhook of an account, and its key, cover the project, which may have moved to another account. */
export async function isCovering(
  store: Store,
  {
    accountId,
    webhook,
    now,
  }: { readonly accountId: number; readonly webhook: WebhookRecord; readonly now: number },
  project: CoveredProject,
): Promise<boolean> {
  if (webhook.projectIds !== null && !webhook.projectIds.includes(project.id)) return false
  const key = await coveringKey(store, { accountId, keyId: webhook.keyId, now })
  return key !== null && covers(key, project)
}

/** What the settings of a project ask for under `notify` that no webhook sends, for people. */
export async function checkNotify(
  { store, now }: { readonly store: Store; readonly now: () => number },
  project: CoveredProject,
  notify: readonly Notify[],
): Promise<string[]> {
  if (notify.length === 0) return []
  const { accountId } = project
  const { webhooks } = await readWebhooks(store, accountId)
  const isOurs = await Promise.all(
    webhooks.map((webhook) => isCovering(store, { accountId, webhook, now: now() }, project)),
  )
  return judgeNotify(
    notify,
    webhooks.filter((_, i) => isOurs[i]),
  )
}

/**
 * The API key that a webhook belongs to: the one that created it, or the key that took over from it. `null`:
 * that key has ended, so the webhook has, too.
 */
export async function coveringKey(
  store: Store,
  { accountId, keyId, now }: { readonly accountId: number; readonly keyId: string; readonly now: number },
): Promise<KeyRecord | null> {
  const found = await findKeyInForce(store, { accountId, id: keyId }, now)
  return found.kind === 'in-force' ? found.key : null
}
