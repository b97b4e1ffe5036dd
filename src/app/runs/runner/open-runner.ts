import { type Reason, reason } from '../../../contract/reasons.ts'
import type { Job } from '../../domain/job.ts'
import type { Workflow } from '../../domain/run.ts'
import type { RunnerIdentity } from '../../domain/verify-claimant.ts'
import { GithubRefused } from '../../github/errors.ts'
import type { Github } from '../../github/github.ts'
import { loadProject, repositoryRef, whyAbsent } from '../../projects/project.ts'
import { findRunner, type RunnerDeps } from '../../projects/runner-repository.ts'

export interface OpenRunnerDeps extends RunnerDeps {
  readonly github: Pick<Github, 'readRepository' | 'isProtected'>
}

export type OpenedRunner =
  | {
      readonly kind: 'open'
      /** Web URL of the repository in which the workflow runs. */
      readonly url: string
      /** Whether the repository that is worked on is public, as far as GitHub says now. */
      readonly isPublic: boolean
      /** Whether commands of that repository may run with network access. */
      readonly allowsSetup: boolean
    }
  | { readonly kind: 'unfit'; readonly reason: Reason }

/**
 * What the place of the workflow run allows. A runner repository is looked at again: since the dispatch it may have become
 * public, or the account may have named another one.
 */
export async function openRunner(
  deps: OpenRunnerDeps,
  job: Job,
  workflow: Workflow,
  identity: RunnerIdentity,
): Promise<OpenedRunner> {
  // The token is newer than any webhook about a change of visibility.
  if (workflow.repositoryId === job.repositoryId)
    return {
      kind: 'open',
      url: job.repository,
      isPublic: identity.repositoryVisibility === 'public',
      allowsSetup: true,
    }
  try {
    const project = await loadProject(deps.store, job.project)
    const repository = project && repositoryRef(project)
    if (project === null || repository === null) throw new GithubRefused(whyAbsent(project))
    const runner = await findRunner(deps, project)
    if (runner?.repository.id !== workflow.repositoryId)
      return unfit('the account no longer names the one in which the workflow was started')
    if (identity.repositoryVisibility !== 'private') return unfit('it is not private')
    const target = await deps.github.readRepository(repository)
    return {
      kind: 'open',
      url: runner.url,
      isPublic: !target.private,
      allowsSetup: runner.allowsSetup,
    }
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return { kind: 'unfit', reason: error.reason }
  }
}

const unfit = (detail: string): OpenedRunner => ({
  kind: 'unfit',
  reason: reason('runner-repository', detail),
})
