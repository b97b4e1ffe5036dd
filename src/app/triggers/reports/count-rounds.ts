import type { Job } from '../../domain/job.ts'
import { readMessages } from '../../records/messages.ts'
import type { Store } from '../../store/store.ts'

/** How many messages of a job in a row the settings have sent, up to the newest. Somebody's message begins anew. */
export async function countRounds(store: Store, job: Job): Promise<number> {
  const messages = await readMessages(store, job.id, 1, job.messages)
  const last = messages.findLastIndex(({ message }) => message?.origin?.kind !== 'settings')
  return messages.length - 1 - last
}
