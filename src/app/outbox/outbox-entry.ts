import { z } from 'zod'
import type { WebhookEvent, WebhookPayload } from '../../contract/webhook.ts'
import type { Job } from '../domain/job.ts'
import { listingOf, statusOf, viewOf } from '../domain/job-view.ts'
import { time } from '../store/keys.ts'
import { type KnownFields, memoizeParse } from '../store/parse-records.ts'
import type { Commit, Store } from '../store/store.ts'

export const webhookKeys = {
  ofAccount: (accountId: number) => `webhooks/${accountId}`,
}

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
  /** `null`: all projects that the key covers, or all of the account. */
  projectIds: z.array(z.string()).nullable(),
  /** It sends only what the settings of projects ask for; absent: it does not follow them. */
  onlyWhenNamed: z.literal(true).optional(),
  /** The API key that made it: it covers no more than the key, and ends with it. Empty: it belongs to a person. */
  keyId: z.string(),
  /**
   * The person who made it or took it over: it covers only projects that they may administer. `endedAt`: when they lost
   * that right.
   */
  person: z
    .looseObject({ id: z.int().positive(), login: z.string(), endedAt: z.int().optional() })
    .optional(),
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
  const raw = (await store.get(webhookKeys.ofAccount(accountId))) ?? null
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

export const outboxKeys = {
  /** The account stands where other queues have the project. */
  event: (accountId: number, at: number, id: string) => `outbox/${time(at)}/event/${accountId}/${id}`,
  queue: () => 'outbox/' as const,
}

/** The body of a delivery, as it was composed; a newer server may have written more. */
const PayloadRecord = z.looseObject({
  type: z.string(),
  timestamp: z.string(),
  data: z.looseObject({
    job: z.looseObject({
      id: z.string(),
      projectId: z.string(),
      status: z.string(),
      source: z.looseObject({ repository: z.string() }),
      prLink: z.string().nullable(),
      title: z.string().nullable(),
      reason: z.string().nullable(),
    }),
  }),
})

/** What happened to a job, as webhooks report it. */
export const OutboxEvent = z.looseObject({
  id: z.string(),
  at: z.int(),
  project: z.string(),
  job: z.string(),
  /** Orders the events of a job. */
  rev: z.int(),
  payload: PayloadRecord,
})
export type OutboxEvent = KnownFields<z.infer<typeof OutboxEvent>>

/**
 * The event for webhooks, in the commit that changes the job: one key at most, and none in an account without webhooks.
 * Which of them get it is decided later, outside of this commit.
 */
export async function outboxEntry(
  store: Pick<Store, 'get'>,
  before: Job | null,
  after: Job,
  now: number,
): Promise<Commit> {
  const type = eventOf(before, after)
  const { accountId, project, id: job } = after
  if (type === null || accountId === null) return {}
  const { webhooks } = await readWebhooks(store, accountId)
  if (!webhooks.some((webhook) => wants(webhook, { type, project }))) return {}
  const rev = before === null ? after.rev : before.rev + 1
  const payload: WebhookPayload = {
    type,
    timestamp: new Date(now).toISOString(),
    data: {
      job: { ...viewOf(after), ...listingOf(after) },
      ...(type === 'message.created' && { message: { number: after.messages } }),
    },
  }
  const event: OutboxEvent = {
    id: `evt_${now}_${job.replace('job_', '')}_${rev}`,
    at: now,
    project,
    job,
    rev,
    payload,
  }
  return { set: [{ key: outboxKeys.event(accountId, now, event.id), value: JSON.stringify(event) }] }
}

/** When an event happened, from its id; `null`: not an id of an event. */
export function eventTime(id: string): number | null {
  const time = /^evt_(\d{13})_[0-9a-z]{26}_\d{1,9}$/.exec(id)?.[1]
  return time === undefined ? null : Number(time)
}

/** The one event of a change; `null`: callers see no difference. Pure. */
function eventOf(before: Job | null, after: Job): WebhookEvent | null {
  if (before === null) return 'job.created'
  const [was, is] = [statusOf(before), statusOf(after)]
  if (is !== was && is === 'archived') return 'job.archived'
  // An unarchived job has its last status again, but nothing was completed.
  if (is !== was && was !== 'archived' && (is === 'completed' || is === 'failed')) return `job.${is}`
  if (after.messages > before.messages) return 'message.created'
  const differs =
    is !== was ||
    before.branchExists !== after.branchExists ||
    before.branch !== after.branch ||
    before.pullRequest?.url !== after.pullRequest?.url
  return differs ? 'job.updated' : null
}
