import type { PullRequestState } from '../domain/job.ts'
import type { PullRequest } from './pull-request.ts'

/** As people on GitHub call it. Pure. */
export function stateOfPullRequest({
  state,
  merged,
  draft,
}: Pick<PullRequest, 'state' | 'merged' | 'draft'>): PullRequestState {
  if (merged) return 'merged'
  if (state === 'closed') return 'closed'
  return draft ? 'draft' : 'open'
}
