import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import { showPaths } from '../../text/format.ts'
import { oneLine } from '../process/read-stderr.ts'
import { must, type Repository } from '../process/repository.ts'
import { commitTree } from './commit-tree.ts'

interface RebaseInput {
  readonly repository: Repository
  /** The commit that our tree is based on. */
  readonly start: string
  readonly tree: string
  /** The new head, fetched. */
  readonly tip: string
  readonly author: CommitIdentity
}

export type Rebased =
  /** `tree` is `null` if the new head already has the same change. */
  { readonly ok: true; readonly tree: string | null } | { readonly ok: false; readonly conflicts: string }

/**
 * Our change on top of the new head. With a history of depth 1 git has no common ancestor of the two, so the merge uses
 * commits of both trees with `start` as parent. They are never pushed.
 */
export async function rebaseTree({ repository, start, tree, tip, author }: RebaseInput): Promise<Rebased> {
  const tipTree = (await must(repository.git(['rev-parse', `${tip}^{tree}`]))).stdout.trim()
  const commit = (of: string) =>
    commitTree(repository, { tree: of, parents: [start], message: 'For the merge', author })
  const [theirs, ours] = [await commit(tipTree), await commit(tree)]
  const merge = await repository.git(['merge-tree', '--write-tree', '-z', '--name-only', theirs, ours])
  if (merge.code > 1)
    throw new Error(`git merge-tree failed; it needs git 2.38 or newer: ${oneLine(merge.stderr)}`)
  // tree NUL file NUL … file NUL NUL messages
  const [merged = '', ...files] = (merge.stdout.split('\0\0')[0] ?? '').split('\0')
  if (merge.code === 1) return { ok: false, conflicts: showPaths([...new Set(files)]) }
  return { ok: true, tree: merged === tipTree ? null : merged }
}
