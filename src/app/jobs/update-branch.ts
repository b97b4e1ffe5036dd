import type { Job } from '../domain/job.ts'
import type { WorkRequest } from './admit-request.ts'
import {
  type NoPullRequest,
  type SendMessageDeps,
  type SendMessageOutcome,
  sendMessage,
} from './send-message.ts'

export interface UpdateBranchRequest extends WorkRequest {
  readonly job: string
}

export type UpdateBranchOutcome = SendMessageOutcome | NoPullRequest

/** What the agent is asked if the base does not merge without conflicts. */
const PROMPT = 'Bring the branch up to date with its base: resolve the merge conflicts.'

/** A message that asks for the base to be merged into the branch. The run that does it looks at GitHub once more. */
export function updateBranch(
  deps: SendMessageDeps,
  request: UpdateBranchRequest,
): Promise<UpdateBranchOutcome> {
  return sendMessage(deps, { ...request, prompt: PROMPT, update: true }, (job): NoPullRequest | null =>
    hasOpenPullRequest(job) ? null : { kind: 'no-pull-request' },
  )
}

/** Whether there is a branch to update. */
export const hasOpenPullRequest = ({
  pullRequest,
  branchExists,
}: Pick<Job, 'pullRequest' | 'branchExists'>): boolean =>
  branchExists && pullRequest !== null && pullRequest.state !== 'merged' && pullRequest.state !== 'closed'
