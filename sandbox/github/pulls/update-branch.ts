import { isAncestor } from '../git/commits.ts'
import { branchHead } from '../git/read.ts'
import { git } from '../git/run-git.ts'
import { authorFor, identity, mergedTree } from '../git/write.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { processPushes } from './process-pushes.ts'

/** GitHub commits and signs such a merge. */
const AS_GITHUB = { GIT_COMMITTER_NAME: 'GitHub', GIT_COMMITTER_EMAIL: 'noreply@github.com' }

/** Merges the base into the branch of a pull request. Call it inside `withLock`. */
export const updateBranch = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  by: { readonly actor: Account; readonly mayWriteWorkflows: boolean },
): Promise<void> => {
  const { repository, headSha } = pull
  if (pull.state !== 'open') throw new ApiError(422, 'Pull request is closed.')
  const { expected_head_sha: expected = headSha } = sent
  if (expected !== headSha) throw new ApiError(422, 'expected head sha didn’t match current head ref.')
  const baseSha = await branchHead(repository, pull.base)
  if (baseSha === null) throw new ApiError(422, 'The base branch does not exist.')
  if (await isAncestor(state, repository, baseSha, headSha))
    throw new ApiError(422, 'There are no new commits on the base branch.')
  const tree = await mergedTree(state, repository, headSha, baseSha)
  if (tree === null) throw new ApiError(422, 'merge conflict between base and head')
  const inBare = (args: string[], env = {}) => git(state, repository.gitDirectory, args, { env })
  const workflows = await inBare(['diff-tree', '-r', '--name-only', headSha, tree, '--', '.github/workflows'])
  if (workflows !== '' && !by.mayWriteWorkflows)
    throw new ApiError(
      403,
      `refusing to allow a GitHub App to create or update workflow \`${workflows.split('\n')[0]}\` without \`workflows\` permission`,
    )
  const message = `Merge branch '${pull.base}' into ${pull.head}`
  const made = await inBare(['commit-tree', tree, '-p', headSha, '-p', baseSha, '-m', message], {
    ...identity(state, authorFor(state, by.actor)),
    ...AS_GITHUB,
  })
  const sha = made.trim()
  repository.verifiedCommits.add(sha)
  await inBare(['update-ref', `refs/heads/${pull.head}`, sha, headSha])
  await processPushes(state, repository, by.actor)
}
