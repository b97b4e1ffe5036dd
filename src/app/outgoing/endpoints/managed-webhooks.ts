import type { Actor } from '../../audit/actor.ts'
import { permitsAll } from '../../keys/permits-all.ts'
import type { Member } from '../../limits/rate-limit.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/webhook-record.ts'
import { coveringKey } from './covering-webhooks.ts'
import type { WebhookDeps } from './webhook-deps.ts'

/**
 * Who manages webhooks: a key with the scope `admin`, or a person with the admin role. They see the webhooks that cover
 * no more than they do.
 */
export interface Manager {
  readonly accountId: number
  /** `null`: all projects of the account. */
  readonly projectIds: readonly string[] | null
  /** The key that asks, which always sees its own webhooks; `null`: a person asks. */
  readonly keyId: string | null
  readonly by: Actor
  /** Whose share of the account's webhooks a new one takes. */
  readonly member: Member
}

/** The webhooks that the manager sees. */
export async function managedWebhooks(deps: WebhookDeps, manager: Manager): Promise<WebhookRecord[]> {
  const { webhooks } = await readWebhooks(deps.store, manager.accountId)
  const seen = await Promise.all(webhooks.map((webhook) => isWithin(deps, manager, webhook)))
  return webhooks.filter((_, i) => seen[i])
}

export const isManaged = async (deps: WebhookDeps, manager: Manager, id: string): Promise<boolean> =>
  (await managedWebhooks(deps, manager)).some((webhook) => webhook.id === id)

/** A manager of some projects does not see what covers more. */
async function isWithin(
  { store, now }: WebhookDeps,
  { accountId, projectIds: managed, keyId }: Manager,
  webhook: WebhookRecord,
): Promise<boolean> {
  if (managed === null || webhook.keyId === keyId) return true
  const covering = await coveringKey(store, { accountId, keyId: webhook.keyId, now: now() })
  const projects = webhook.projectIds ?? covering?.projectIds ?? null
  return projects !== null && permitsAll(projects, (id) => managed.includes(id))
}
