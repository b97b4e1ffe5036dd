import type { Actor } from '../../audit/actor.ts'
import { type Action, auditEntry } from '../../audit/audit-entry.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/webhook-record.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import { type Commit, mergeCommits, type Store } from '../../store/store.ts'

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

export interface WebhookDeps {
  readonly store: Store
  readonly now: () => number
  /** Called after a commit that leaves something to send. */
  readonly onDue: () => void
  readonly cipher: SecretCipher
  readonly newWebhookId: () => string
  readonly newSecret: () => string
  /** How long audit entries are kept. */
  readonly auditMs: number
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
      readonly beside?: Commit
      readonly outcome: T
    }

/** Changes the webhooks of an account, with the audit entry in the same commit. */
export const changeWebhooks = <T>(
  { store, now, auditMs }: WebhookDeps,
  { accountId, by }: { readonly accountId: number; readonly by: Actor },
  decide: (webhooks: readonly WebhookRecord[], at: number) => Change<T> | Promise<Change<T>>,
): Promise<T> =>
  commitWithRetry(store, `webhooks of account ${accountId}`, async () => {
    const { raw, webhooks } = await readWebhooks(store, accountId)
    const at = now()
    const change = await decide(webhooks, at)
    if (change.kind === 'refused') return { result: change.outcome }
    const key = keySpace.webhooks(accountId)
    const before: object = raw === null ? {} : JSON.parse(raw)
    // An account without webhooks costs its jobs nothing.
    const write: Commit =
      change.webhooks.length === 0
        ? { del: [key] }
        : { set: [{ key, value: JSON.stringify({ ...before, webhooks: change.webhooks }) }] }
    const audit = auditWebhook(change.action, { ...change.subject, accountId }, { by, at, keptMs: auditMs })
    const commit = mergeCommits({ checks: [{ key, value: raw }] }, write, audit, change.beside ?? {})
    return { commit, result: change.outcome }
  })
