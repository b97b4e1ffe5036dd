import { type Reason, reason } from '../../../contract/reasons.ts'
import { showPaths } from '../../text/show-path.ts'
import { oneLine } from '../process/read-stderr.ts'
import { must, type Repository } from '../process/repository.ts'
import { type CommitText, commitTree } from './commit-tree.ts'

interface RebaseInput extends CommitText {
  readonly repository: Repository
  readonly startSha: string
  /** Our commit, whose parent is `startSha`. */
  readonly commit: string
  /** The new head of the branch, fetched. */
  readonly tip: string
}

export type Rebased =
  | { readonly ok: true; readonly commit: string }
  | { readonly ok: false; readonly reason: Reason }

/**
 * Our change on top of the new head. With a history of depth 1 git has no common ancestor of the two, so the merge uses a
 * commit of the new head's tree with `startSha` as parent. That commit is never pushed.
 */
export async function rebaseCommit(input: RebaseInput): Promise<Rebased> {
  const { repository, startSha, commit, tip } = input
  const tipTree = (await must(repository.git(['rev-parse', `${tip}^{tree}`]))).stdout.trim()
  const theirs = await commitTree(repository, { ...input, tree: tipTree, parent: startSha })
  const merge = await repository.git(['merge-tree', '--write-tree', '-z', '--name-only', theirs, commit])
  if (merge.code > 1)
    throw new Error(`git merge-tree failed, it needs git 2.38 or newer: ${oneLine(merge.stderr)}`)
  // tree NUL file NUL … file NUL NUL messages
  const [tree = '', ...files] = (merge.stdout.split('\0\0')[0] ?? '').split('\0')
  if (merge.code === 1) {
    return { ok: false, reason: reason('branch-moved', showPaths([...new Set(files)])) }
  }
  // The branch already has the same change.
  if (tree === tipTree) return { ok: true, commit: tip }
  return { ok: true, commit: await commitTree(repository, { ...input, tree, parent: tip }) }
}
