import { z } from 'zod'
import type { Job } from '../domain/job.ts'
import { loadJob } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { issueOf, type TriggerRequest } from './trigger-request.ts'

const LookUp = z.object({ project: z.string(), job: z.string() })

/** The job that the issue or pull request belongs to, or that was asked for on it; `null`: none. */
export async function findJob(
  store: Store,
  repositoryId: number,
  request: TriggerRequest,
): Promise<Job | null> {
  const number = issueOf(request)
  const keys = [keySpace.pullRequest(repositoryId, number), keySpace.issue(repositoryId, number)]
  const [own, asked] = await store.getMany(keys)
  const stored = isOnPullRequest(request) ? (own ?? asked) : asked
  if (stored === undefined) return null
  return (await loadJob(store, LookUp.parse(JSON.parse(stored))))?.job ?? null
}

export const isOnPullRequest = (request: TriggerRequest): boolean =>
  request.kind === 'review' || (request.kind === 'comment' && request.isPullRequest)
