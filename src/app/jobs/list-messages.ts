import type { MessageList } from '../../contract/list-responses.ts'
import { requesterOf } from '../domain/job-view.ts'
import type { JobKey } from '../domain/run-id.ts'
import { loadJob } from '../job-store/job-record.ts'
import { readFittingMessages } from '../job-store/messages.ts'
import { lastRunsOfMessages } from '../job-store/run-history.ts'
import type { Store } from '../store/store.ts'

export interface MessageQuery {
  readonly limit: number
  /** Number of the last message of the page before; 0 for the first page. */
  readonly after: number
}

export interface MessagePage {
  readonly messages: MessageList['messages']
  /** The message after which the next page starts; `null` on the last page. */
  readonly next: number | null
}

/** The prompts of a job, oldest first: what was asked, by whom, and which run worked on it. */
export async function listMessages(
  store: Store,
  key: JobKey,
  { limit, after }: MessageQuery,
): Promise<MessagePage | null> {
  const found = await loadJob(store, key)
  if (found === null) return null
  const { job } = found
  const last = Math.min(job.messages, after + limit)
  const stored = await readFittingMessages(store, job.id, after + 1, last)
  const runs = await lastRunsOfMessages(store, job, after + 1, after + stored.length)
  const messages = stored.map(({ number, message }) => ({
    number,
    prompt: message?.text ?? null,
    sentBy: message?.origin === undefined ? null : requesterOf(message.origin),
    sentAt: message === null ? null : new Date(message.at).toISOString(),
    run: runs.get(number) ?? null,
    ...(message?.mode !== undefined && { mode: message.mode }),
  }))
  const end = after + stored.length
  return { messages, next: end < job.messages ? end : null }
}
