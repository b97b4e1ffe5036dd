import type { Github } from '../github/github.ts'
import type { RepositoryRef } from '../github/repository.ts'
import type { WorkRequest } from '../jobs/admit-request.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { answered, answerRefusal, type TriggerOutcome } from './outcome.ts'
import { IN_A_FORK, NOT_WORKED_ON, NOTHING_ASKED } from './replies.ts'

export interface StartOnPullRequestDeps {
  readonly jobs: Pick<Jobs, 'create'>
  readonly github: Pick<Github, 'readPullRequest'>
}

/**
 * A job on a pull request of somebody else. Its work starts from the branch of that pull request, and arrives as a pull
 * request into that branch: nobody's branch is changed without a merge.
 */
export async function startOnPullRequest(
  { jobs, github }: StartOnPullRequestDeps,
  about: {
    readonly repository: RepositoryRef
    readonly defaultBranch: string | null
    readonly number: number
    readonly work: WorkRequest
    readonly prompt: string
  },
): Promise<TriggerOutcome> {
  const { repository, defaultBranch, number, work, prompt } = about
  if (prompt === '') return answered(NOTHING_ASKED)
  const pull = await github.readPullRequest(repository, number)
  if (pull === null || pull.state !== 'open') return answered(NOT_WORKED_ON)
  if (pull.headRepositoryId !== repository.id) return answered(IN_A_FORK)
  if (pull.headBranch === defaultBranch) return answered(NOT_WORKED_ON)
  const { origin } = work
  const outcome = await jobs.create({
    ...work,
    ...(origin.kind === 'github' && { origin: { ...origin, onPullRequest: true } }),
    ...{ prompt, ref: pull.headBranch, model: null, draft: null },
  })
  return outcome.kind === 'accepted' ? { kind: 'accepted', job: outcome.id } : answerRefusal(outcome)
}
