import type { Actor } from '../../audit/actor.ts'
import { type Action, auditEntry } from '../../audit/audit-entry.ts'
import type { WebhookRecord } from '../../outbox/webhook-record.ts'
import type { Commit, Store } from '../../store/store.ts'

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
