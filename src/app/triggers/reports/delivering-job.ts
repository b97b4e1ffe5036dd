import { z } from 'zod'
import type { Job } from '../../domain/job.ts'
import { jobKeys, loadJob } from '../../job-store/job-record.ts'
import { readMessages } from '../../job-store/messages.ts'
import type { Store } from '../../store/store.ts'

const LookUp = z.looseObject({ project: z.string(), job: z.string() })

/** The job that opened a pull request; `null`: no job, or an archived one. */
export async function findDeliveringJob(
  store: Store,
  repositoryId: number,
  pullRequest: number,
): Promise<Job | null> {
  const stored = await store.get(jobKeys.ofPullRequest(repositoryId, pullRequest))
  if (stored === undefined) return null
  const found = await loadJob(store, LookUp.parse(JSON.parse(stored)))
  return found === null || found.job.archivedAt !== null ? null : found.job
}

/**
 * How many of the newest messages of a job the settings have sent in a row. A message of a person or a key resets the
 * count.
 */
export async function countRounds(store: Store, job: Job): Promise<number> {
  const messages = await readMessages(store, job.id, 1, job.messages)
  const last = messages.findLastIndex(({ message }) => message?.origin?.kind !== 'settings')
  return messages.length - 1 - last
}
