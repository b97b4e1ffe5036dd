import type { CommitIdentity } from '../../../contract/runner-protocol/assignment.ts'
import type { Repository } from '../process/repository.ts'
import { commitTree } from './commit-tree.ts'
import { type PushResult, pushBranch } from './push-branch.ts'

/** A commit to be made. */
export interface NewCommit {
  readonly tree: string
  /** Of a merge, several. The tree is based on the first. */
  readonly parents: readonly string[]
  /** The whole message, as `commitMessage` gives it. */
  readonly message: string
}

export type MadeCommit =
  | { readonly ok: true; readonly sha: string }
  | { readonly ok: false; readonly detail: string }

/** Makes commits and moves the branch to them. */
export interface CommitMaker {
  make(commit: NewCommit): Promise<MadeCommit>
  /** Moves the branch, never backwards. `isNew`: the branch does not exist yet. */
  deliver(sha: string, isNew: boolean): Promise<PushResult>
}

/** Commits with git and pushes. Such commits are unsigned. */
export const createPushMaker = (given: {
  readonly repository: Repository
  /** With `contents: write`. */
  readonly token: string
  readonly branch: string
  readonly author: CommitIdentity
}): CommitMaker => ({
  async make({ tree, parents, message }) {
    const { repository, author } = given
    return { ok: true, sha: await commitTree(repository, { tree, parents, message, author }) }
  },
  deliver: (sha) => pushBranch({ ...given, sha }),
})
