import type { Job } from '../domain/job.ts'
import { loadJob } from '../records/update-job.ts'
import type { WorkRequest } from './admit-request.ts'
import { type SendMessageDeps, type SendMessageOutcome, sendMessage } from './send-message.ts'

export interface UpdateBranchRequest extends WorkRequest {
  readonly job: string
}

export type UpdateBranchOutcome =
  | SendMessageOutcome
  /** The job has no pull request, or it is merged or closed. */
  | { readonly kind: 'no-pull-request' }

/** What the agent is asked if the base does not merge without conflicts. */
const PROMPT = 'Bring the branch up to date with its base: resolve the merge conflicts.'

/** A message that asks for the base to be merged into the branch. The run that does it looks at GitHub once more. */
export async function updateBranch(
  deps: SendMessageDeps,
  request: UpdateBranchRequest,
): Promise<UpdateBranchOutcome> {
  const found = await loadJob(deps.store, { project: request.project.id, job: request.job })
  if (found === null) return { kind: 'absent' }
  if (found.job.archivedAt === null && !hasOpenPullRequest(found.job)) return { kind: 'no-pull-request' }
  return sendMessage(deps, { ...request, prompt: PROMPT, update: true })
}

const hasOpenPullRequest = ({ pullRequest, branchExists }: Job): boolean =>
  branchExists && pullRequest !== null && pullRequest.state !== 'merged' && pullRequest.state !== 'closed'
