import { z } from 'zod'
import { keySpace } from '../store/key-space.ts'
import { type KnownFields, memoizeParse } from '../store/parse-records.ts'
import type { Store } from '../store/store.ts'

/** Most webhooks of an account, of one of its owners, of all members together who are not owners, and of one such member. */
export const MAX_WEBHOOKS = { account: 30, owner: 15, members: 20, member: 10 } as const

const SecretRecord = z.looseObject({
  /** Encrypted, see `createTokenCipher`. */
  encrypted: z.string(),
  createdAt: z.int(),
  /** Set when a newer one replaced it; `null`: it is the newest. */
  expiresAt: z.int().nullable(),
})

const WebhookRecord = z.looseObject({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  // A newer server may have more formats and events.
  format: z.string(),
  events: z.array(z.string()),
  /** `null`: all projects that the key covers. */
  projectIds: z.array(z.string()).nullable(),
  /** It sends only what the settings of projects ask for; absent: it does not follow them. */
  onlyWhenNamed: z.literal(true).optional(),
  /** The API key that made it: it covers no more than the key, and ends with it. */
  keyId: z.string(),
  /** Whose share of the account's webhooks it takes; absent: that of the key alone. */
  member: z.string().optional(),
  /** They are an owner of the account. */
  byOwner: z.literal(true).optional(),
  createdAt: z.int(),
  secrets: z.array(SecretRecord),
  /** Since when it is off, and why; `null`: it is on. */
  disabled: z.looseObject({ at: z.int(), reason: z.string() }).nullable(),
})
export type WebhookRecord = KnownFields<z.infer<typeof WebhookRecord>>

/** All webhooks of an account, in one record: a commit that changes a job reads it, and nothing else, to know of them. */
const AccountWebhooks = z.looseObject({ webhooks: z.array(WebhookRecord) })
export type AccountWebhooks = KnownFields<z.infer<typeof AccountWebhooks>>

const parseWebhooks = memoizeParse((raw): AccountWebhooks => AccountWebhooks.parse(JSON.parse(raw)))

export interface StoredWebhooks {
  readonly raw: string | null
  readonly webhooks: readonly WebhookRecord[]
}

export async function readWebhooks(store: Pick<Store, 'get'>, accountId: number): Promise<StoredWebhooks> {
  const raw = (await store.get(keySpace.webhooks(accountId))) ?? null
  return { raw, webhooks: raw === null ? [] : parseWebhooks(raw).webhooks }
}

/** Whether the webhook wants this event, regardless of what its key covers and what the settings of the project choose. */
export const wants = (
  { events, projectIds, disabled }: WebhookRecord,
  event: { readonly type: string; readonly project: string },
): boolean =>
  disabled === null &&
  events.includes(event.type) &&
  (projectIds === null || projectIds.includes(event.project))
