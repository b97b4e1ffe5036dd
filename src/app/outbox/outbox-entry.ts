import { z } from 'zod'
import type { WebhookEvent, WebhookPayload } from '../../contract/webhook.ts'
import type { Job } from '../domain/job.ts'
import { listingOf, statusOf, viewOf } from '../domain/job-view.ts'
import { keySpace } from '../store/key-space.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Commit, Store } from '../store/store.ts'
import { readWebhooks, wants } from './webhook-record.ts'

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
  return { set: [{ key: keySpace.outboxEvent(accountId, now, event.id), value: JSON.stringify(event) }] }
}

/** When an event happened, from its id; `null`: it is none. */
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
