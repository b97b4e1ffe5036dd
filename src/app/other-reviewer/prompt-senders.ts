import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import type { Origin } from '../domain/origin.ts'
import { type NumberedMessage, readMessages } from '../job-store/messages.ts'
import { loadKey } from '../keys/key-record.ts'
import type { Project } from '../projects/project.ts'
import type { KnownFields } from '../store/parse-records.ts'
import type { Store, TimedStore } from '../store/store.ts'

const sendersKeys = {
  /** Who sent the prompts of a job. It is kept longer than the prompts. */
  of: (job: string) => `prompt-senders/${job}`,
}

const SendersRecord = z.looseObject({
  /** The prompts up to this one have been read. */
  prompts: z.int(),
  people: z.array(z.int()),
  /** Of one of the prompts it is not known who sent it. */
  isUnknown: z.boolean(),
})
export type Senders = KnownFields<z.infer<typeof SendersRecord>>

const NOBODY: Senders = { prompts: 0, people: [], isUnknown: false }

/** Longer than a pull request is open. */
const KEPT_MS = 400 * 86_400_000

/** The accounts that sent prompts to a job. Prompts never change, so each is read once. */
export async function sendersOf(
  { store, now }: TimedStore,
  job: Job,
  project: Pick<Project, 'accountId'>,
): Promise<Senders> {
  const key = sendersKeys.of(job.id)
  const raw = await store.get(key)
  const before = raw === undefined ? NOBODY : SendersRecord.parse(JSON.parse(raw))
  if (before.prompts >= job.messages) return before
  const accounts = [project.accountId, ...(job.accountId === null ? [] : [job.accountId])]
  let after: Senders = before
  for (const { message } of await readMessages(store, job.id, before.prompts + 1, job.messages))
    after = withSender(after, await senderOf(store, message, accounts))
  const value = JSON.stringify({ ...after, prompts: job.messages })
  await store.commit({
    checks: [{ key, value: raw ?? null }],
    set: [{ key, value, expiresAt: now() + KEPT_MS }],
  })
  return after
}

type Sender = number | 'nobody' | 'unknown'

const withSender = (before: Senders, sender: Sender): Senders => ({
  ...before,
  isUnknown: before.isUnknown || sender === 'unknown',
  people: typeof sender === 'number' ? [...new Set([...before.people, sender])] : before.people,
})

/**
 * A key counts as the person who created it in the dashboard. Merges elsewhere and failed checks are nobody's, and who brings a branch
 * up to date says nothing of their own.
 */
async function senderOf(
  store: Store,
  message: NumberedMessage['message'],
  accounts: readonly number[],
): Promise<Sender> {
  if (message?.update === true) return 'nobody'
  const origin: Origin | undefined = message?.origin
  switch (origin?.kind) {
    case 'actor':
    case 'github':
      return origin.id
    case 'watch':
    case 'settings':
      return 'nobody'
    case 'key':
      for (const accountId of accounts) {
        const key = await loadKey(store, { accountId, id: origin.id })
        if (key !== null) return key.creator?.id ?? 'nobody'
      }
      return 'unknown'
    // Deleted, or sent before origins were recorded.
    case undefined:
      return 'unknown'
  }
}
