import type { Actor } from '../../audit/actor.ts'
import type { Action } from '../../audit/audit-entry.ts'
import { readWebhooks, type WebhookRecord } from '../../outbox/webhook-record.ts'
import { commitWithRetry } from '../../store/commit-with-retry.ts'
import { keySpace } from '../../store/key-space.ts'
import { type Commit, mergeCommits } from '../../store/store.ts'
import { auditWebhook, type WebhookDeps } from './webhook-deps.ts'

/** What a change makes of the webhooks of an account. */
export type Change<T> =
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
