import { fetchBranches, readFetched } from '../git/fetch-branches.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import type { Job } from '../job.ts'

/**
 * The commit whose instruction files bind the agent: the default branch's, whatever branch the work starts from.
 * `null`: it is not known or not to be had, and then no file beyond what the assignment holds binds.
 */
export async function fetchDefaultBranch(
  { engagement, log, discretion }: Pick<Job, 'engagement' | 'log' | 'discretion'>,
  { repository, baseSha }: PreparedWorkTree,
): Promise<string | null> {
  const { base, baseFrom, defaultBranch, fetchToken: token } = engagement.assignment
  const isBase = defaultBranch === undefined ? baseFrom === 'default-branch' : defaultBranch === base
  if (isBase) return baseSha
  if (defaultBranch === undefined) return null
  const failure = await fetchBranches({ repository, token }, [defaultBranch])
  if (failure === null) return readFetched(repository, defaultBranch)
  log.warning(
    discretion.withhold(
      `No instruction files of folders: ${defaultBranch} is out of reach. ${failure.message}`,
    ),
  )
  return null
}
