import type { Checkout } from '../git/checkout/checkout.ts'
import { fetchBranches, readFetched } from '../git/checkout/fetch-branches.ts'
import type { RunContext } from './run-context.ts'

/**
 * The head of the default branch, whose instruction files and settings apply, whatever branch the work starts from.
 * `null`: the branch is unknown or cannot be fetched. Then only the files in the assignment apply.
 */
export async function fetchDefaultBranch(
  { controlPlane, log, confidentiality }: Pick<RunContext, 'controlPlane' | 'log' | 'confidentiality'>,
  { repository, baseSha }: Checkout,
): Promise<string | null> {
  const { base, baseFrom, defaultBranch, fetchToken: token } = controlPlane.assignment
  const isBase = defaultBranch === undefined ? baseFrom === 'default-branch' : defaultBranch === base
  if (isBase) return baseSha
  if (defaultBranch === undefined) return null
  const failure = await fetchBranches({ repository, token }, [defaultBranch])
  if (failure === null) return readFetched(repository, defaultBranch)
  log.warning(
    confidentiality.redactQuotes(
      `The instruction files of subfolders are not read: the default branch ${defaultBranch} could not be fetched. ${failure.message}`,
    ),
  )
  return null
}
