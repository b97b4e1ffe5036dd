import { announcePushes } from '../git/announce-pushes.ts'
import { git } from '../git/run-git.ts'
import { authorFor, identity, mergedTree } from '../git/write.ts'
import type { Account, Pull } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'
import type { GithubState } from '../state.ts'
import { closePull } from './change-pull.ts'

/** Really merges, in the bare repository; returns the merge's commit. Call it `alone`. */
export const mergePull = async (
  hub: GithubState,
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
  const tree = await mergedTree(hub, repository, baseSha, headSha)
  if (tree === null) throw new ApiError(405, 'Pull Request is not mergeable')
  const squash = method === 'squash'
  const message = squash
    ? `${pull.title} (#${pull.number})`
    : `Merge pull request #${pull.number} from ${repository.owner.login}/${pull.head}\n\n${pull.title}`
  const parents = ['-p', baseSha, ...(squash ? [] : ['-p', headSha])]
  const env = identity(hub, authorFor(hub, actor))
  const made = await git(hub, repository.gitDirectory, ['commit-tree', tree, ...parents, '-m', message], {
    env,
  })
  const sha = made.trim()
  await git(hub, repository.gitDirectory, ['update-ref', `refs/heads/${pull.base}`, sha, baseSha])
  pull.merged = { at: hub.now(), by: actor, sha }
  await closePull(hub, pull, actor)
  await announcePushes(hub, repository, actor)
  return sha
}
