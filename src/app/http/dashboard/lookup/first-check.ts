import { GithubUnavailable } from '../../../github/errors.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { Project } from '../../../projects/project.ts'
import { AskedTooOften, type GithubReads } from './github-reads.ts'

export interface FirstCheckDeps {
  readonly checks: {
    /** Asks GitHub now. Throws GithubUnavailable. */
    check(project: Project): Promise<ProjectCheck>
  }
  readonly reads: Pick<GithubReads, 'charge'>
}

/**
 * A check that a page needs and that counts as `requests` of the person; `null`: GitHub cannot be reached, or the person has
 * caused as many requests as one person may, and the page is shown without it.
 */
export async function firstCheck(
  { checks, reads }: FirstCheckDeps,
  project: Project,
  { personId, requests }: { readonly personId: number; readonly requests: number },
): Promise<ProjectCheck | null> {
  try {
    reads.charge(personId, requests)
    return await checks.check(project)
  } catch (error) {
    if (error instanceof GithubUnavailable || error instanceof AskedTooOften) return null
    throw error
  }
}
