import type { Checkout } from '../git/checkout/checkout.ts'
import { fetchBranches, readFetched } from '../git/checkout/fetch-branches.ts'
import type { RunContext } from './run-context.ts'

/**
 * The commit whose instruction files bind the agent: the default branch's, whatever branch the work starts from.
 * `null`: it is not known or not to be had, and then no file beyond what the assignment holds binds.
 */
export async function fetchDefaultBranch(
  { engagement, log, discretion }: Pick<RunContext, 'engagement' | 'log' | 'discretion'>,
  { repository, baseSha }: Checkout,
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
