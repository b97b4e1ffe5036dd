import { requiredApprovals } from '../accounts/branch-rules.ts'
import { hasRole } from '../accounts/roles.ts'
import { git } from '../git/run-git.ts'
import { authorFor, identity, mergedTree } from '../git/write.ts'
import { closeNamedIssues } from '../issues/change-issue.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { Account } from '../state/account.ts'
import type { Pull } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { closePull } from './change-pull.ts'
import { processPushes } from './process-pushes.ts'

/** Merges in the bare repository and returns the merge commit. Call it inside `withLock`. */
export const mergePull = async (
  state: GithubState,
  pull: Pull,
  sent: Json,
  actor: Account,
): Promise<string> => {
  const { merge_method: method = 'merge', sha: expected = pull.headSha } = sent
  if (method !== 'merge' && method !== 'squash')
    throw new ApiError(501, `the sandbox GitHub does not merge by ${String(method)}`)
  if (pull.state !== 'open') throw new ApiError(405, 'Pull Request is not mergeable')
  if (pull.draft) throw new ApiError(405, 'Pull Request is still a draft')
  if (expected !== pull.headSha)
    throw new ApiError(409, 'Head branch was modified. Review and try the merge again.')
  const { repository, baseSha, headSha } = pull
  refuseUnapproved(state, pull)
  const tree = await mergedTree(state, repository, baseSha, headSha)
  if (tree === null) throw new ApiError(405, 'Pull Request is not mergeable')
  const squash = method === 'squash'
  const message = squash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${repository.owner.login}/${pull.head}\n\n${pull.title}`
  const parents = ['-p', baseSha, ...(squash ? [] : ['-p', headSha])]
  const env = identity(state, authorFor(state, actor))
  const made = await git(state, repository.gitDirectory, ['commit-tree', tree, ...parents, '-m', message], {
    env,
  })
  const sha = made.trim()
  await git(state, repository.gitDirectory, ['update-ref', `refs/heads/${pull.base}`, sha, baseSha])
  pull.merged = { at: state.now(), by: actor, sha }
  await closePull(state, pull, actor)
  await processPushes(state, repository, actor)
  if (pull.base === repository.defaultBranch)
    closeNamedIssues(state, repository, { text: pull.body ?? '', sender: actor })
  return sha
}

/** Only the last review of each person with write access counts, and none of the author. */
const refuseUnapproved = (state: GithubState, { repository, number, base, author }: Pull): void => {
  const needed = requiredApprovals(repository, base)
  const last = new Map(
    repository.reviews
      .filter((review) => review.pull === number && review.state !== 'commented')
      .map((review) => [review.author.id, review]),
  )
  const count = [...last.values()].filter(
    (review) =>
      review.state === 'approved' &&
      review.author.id !== author.id &&
      hasRole(state, repository, review.author, 'write'),
  ).length
  if (count >= needed) return
  const reviews = needed === 1 ? '1 approving review is' : `${needed} approving reviews are`
  throw new ApiError(
    405,
    `Repository rule violations found\n\nAt least ${reviews} required by reviewers with write access.\n\n`,
  )
}
