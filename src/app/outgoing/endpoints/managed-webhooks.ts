import type { Actor } from '../../audit/actor.ts'
import { type Action, type AuditedStore, auditEntry } from '../../audit/audit-entry.ts'
import { permitsAll } from '../../keys/permits-all.ts'
import type { Member } from '../../limits/rate-limit.ts'
import { readWebhooks, type WebhookRecord, webhookKeys } from '../../outbox/outbox-entry.ts'
import { type Commit, commitWithRetry, mergeCommits } from '../../store/store.ts'
import { projectsOf } from './covering-webhooks.ts'

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
export async function managedWebhooks(deps: WebhookWork, manager: Manager): Promise<WebhookRecord[]> {
  const { webhooks } = await readWebhooks(deps.store, manager.accountId)
  // A key may cover a thousand projects, and a person may administer more.
  const managed = manager.projectIds === null ? null : new Set(manager.projectIds)
  const seen = await Promise.all(webhooks.map((webhook) => isWithin(deps, manager, managed, webhook)))
  return webhooks.filter((_, i) => seen[i])
}

export const isManaged = async (deps: WebhookWork, manager: Manager, id: string): Promise<boolean> =>
  (await managedWebhooks(deps, manager)).some((webhook) => webhook.id === id)

/** A manager of some projects does not see what covers more. */
async function isWithin(
  { store }: WebhookWork,
  { accountId, keyId }: Manager,
  managed: ReadonlySet<string> | null,
  webhook: WebhookRecord,
): Promise<boolean> {
  if (managed === null || webhook.keyId === keyId) return true
  const projects = await projectsOf(store, { accountId, webhook })
  return projects !== null && permitsAll(projects, (id) => managed.has(id))
}

export interface SecretCipher {
  encrypt(secret: string): string
  decrypt(encrypted: string): string
}

/** `null`: the private key of the App has changed since the secret was encrypted. */
export function decryptSecret(cipher: SecretCipher, encrypted: string): string | null {
  try {
    return cipher.decrypt(encrypted)
  } catch {
    return null
  }
}

/** What changes the webhooks of callers. */
export interface WebhookWork extends AuditedStore {
  /** Called after a commit that leaves something to send. */
  readonly onDue: () => void
  readonly cipher: SecretCipher
  readonly newWebhookId: () => string
  readonly newSecret: () => string
}

export const auditWebhook = (
  action: Action & `webhook.${string}`,
  { id, name, accountId }: Pick<WebhookRecord, 'id' | 'name'> & { readonly accountId: number },
  { by, at, keptMs }: { readonly by: Actor; readonly at: number; readonly keptMs: number },
): Commit =>
  auditEntry({ accountId, at, action, by, project: null, subject: { id, name }, detail: null }, keptMs)

/** What a change makes of the webhooks of an account. */
type Change<T> =
  | { readonly kind: 'refused'; readonly outcome: T }
  | {
      readonly kind: 'changed'
      readonly webhooks: readonly WebhookRecord[]
      readonly action: Action & `webhook.${string}`
      readonly subject: WebhookRecord
      /** Part of the same commit. */
      readonly extraCommit?: Commit
      readonly outcome: T
    }

/** Changes the webhooks of an account, with the audit entry in the same commit. */
export const changeWebhooks = <T>(
  { store, now, auditMs }: AuditedStore,
  { accountId, by }: { readonly accountId: number; readonly by: Actor },
  decide: (webhooks: readonly WebhookRecord[], at: number) => Change<T> | Promise<Change<T>>,
): Promise<T> =>
  commitWithRetry(store, `webhooks of account ${accountId}`, async () => {
    const { raw, webhooks } = await readWebhooks(store, accountId)
    const at = now()
    const change = await decide(webhooks, at)
    if (change.kind === 'refused') return { result: change.outcome }
    const key = webhookKeys.ofAccount(accountId)
    const before: object = raw === null ? {} : JSON.parse(raw)
    // An account without webhooks costs its jobs nothing.
    const write: Commit =
      change.webhooks.length === 0
        ? { del: [key] }
        : { set: [{ key, value: JSON.stringify({ ...before, webhooks: change.webhooks }) }] }
    const audit = auditWebhook(change.action, { ...change.subject, accountId }, { by, at, keptMs: auditMs })
    const commit = mergeCommits({ checks: [{ key, value: raw }] }, write, audit, change.extraCommit ?? {})
    return { commit, result: change.outcome }
  })
