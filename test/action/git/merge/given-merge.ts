import { fetchStart, writeWorkTree } from '../../../../src/action/git/checkout/checkout.ts'
import { mergeBaseIntoBranch } from '../../../../src/action/git/merge/merge-base-into-branch.ts'
import type { PublishRules } from '../../../../src/contract/runner-protocol/publish.ts'
import { READ_TOKEN } from '../../../fakes/github/one-repository.ts'
import { AUTHOR, type givenRemote, prepared } from '../given-remote.ts'

export const BRANCH = 'prentice/abc'
export const RULES: PublishRules = {
  allowedPaths: [],
  unprotectedPaths: [],
  protectedPaths: [],
  maxFiles: 200,
  maxBytes: 5_000_000,
}

/** Fetches both branches and merges `main` into the working branch. */
export async function mergeIn(
  given: Awaited<ReturnType<typeof givenRemote>>,
  {
    base = 'main',
    branch = BRANCH,
    serverMergesWorkflows,
    ...rules
  }: Partial<PublishRules> & { base?: string; branch?: string; serverMergesWorkflows?: boolean } = {},
) {
  const { workspace, scratch, remote } = given
  const common = { token: READ_TOKEN, base, branch, pause: async () => undefined }
  const fetched = await fetchStart({
    ...{ ...common, workspace, scratch, remote },
    environment: { PATH: process.env.PATH },
  })
  if (!fetched.ok) throw new Error(fetched.reason.message)
  const { repository, baseSha, branchHead } = fetched
  if (branchHead === null) throw new Error('the scene has no working branch')
  const result = await mergeBaseIntoBranch({
    ...{ ...common, repository, baseSha, branchHead, author: AUTHOR },
    rules: { ...RULES, ...rules },
    serverMergesWorkflows,
  })
  return { fetched, repository, result }
}

/** As `mergeIn`, with the merge in the work tree. */
export async function checkOutMerge(
  given: Awaited<ReturnType<typeof givenRemote>>,
  rules: Partial<PublishRules> = {},
) {
  const { fetched, repository, result } = await mergeIn(given, rules)
  if (result.kind !== 'merged') throw new Error(`the merge is ${JSON.stringify(result)}`)
  const checkout = prepared(await writeWorkTree(fetched, result.merge, {}))
  return { repository, merge: result.merge, checkout }
}
