import type { changedWorkflowFiles, WorkflowFile } from '../../contract/merge-workflow-files.ts'
import type { RepositoryRef } from './repository.ts'

/** Merges that change workflow files. */
export interface GithubMerges {
  /** Tree and parents of a commit. */
  readCommit(repository: RepositoryRef, sha: string): Promise<CommitLinks>
  /** The best common ancestor of two commits; `null`: there is none. */
  findMergeBase(repository: RepositoryRef, a: string, b: string): Promise<string | null>
  /** The workflow files of a commit or a tree. */
  listWorkflowFiles(repository: RepositoryRef, sha: string): Promise<WorkflowFile[]>
  /**
   * Runs `work` with a token for this repository that may write workflow files, and revokes the token. No runner gets it.
   * `null`: the owner of the installation has not granted the permission.
   */
  withMergeWriter<T>(repository: RepositoryRef, work: (writer: MergeWriter) => Promise<T>): Promise<T | null>
}

export interface CommitLinks {
  readonly tree: string
  readonly parents: readonly string[]
}

export interface MergeWriter {
  /** The tree with other workflow files. */
  makeTree(tree: string, changes: ReturnType<typeof changedWorkflowFiles>): Promise<string>
  /** A commit of the App. `isSigned`: by GitHub. */
  makeCommit(
    commit: CommitLinks & { readonly message: string },
  ): Promise<{ readonly sha: string; readonly isSigned: boolean }>
  moveBranch(branch: string, sha: string): Promise<BranchMove>
}

export type BranchMove =
  | { readonly kind: 'moved-to' }
  /** The branch would lose a commit. */
  | { readonly kind: 'not-ahead' }
  | { readonly kind: 'refused'; readonly detail: string }
