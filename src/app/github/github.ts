import type { changedWorkflowFiles, WorkflowFile } from '../../contract/merge-workflow-files.ts'
import type { GithubConversations } from './conversation.ts'
import type { GithubPullRequests } from './pull-request.ts'
import type { GithubRepositories, RepositoryRef } from './repository.ts'
import type { GithubWorkflows } from './workflow-run.ts'

/** The only way the app reaches GitHub. Methods throw GithubUnavailable or GithubRefused. */
export interface Github
  extends GithubRepositories,
    GithubApp,
    GithubWorkflows,
    GithubPullRequests,
    GithubMerges,
    GithubConversations {}

/** The app's own bot account. */
export interface AppIdentity {
  /** With which people sign in; `null`: GitHub does not tell it. */
  readonly clientId: string | null
  readonly slug: string
  readonly botId: number
  /** `slug[bot]` */
  readonly botLogin: string
  /** `<bot id>+slug[bot]@users.noreply.<host>` */
  readonly botEmail: string
}

export interface MintedToken {
  readonly token: string
  /** The current owner and name of the repository, which may differ from those in the request. */
  readonly owner: string
  readonly name: string
}

/** A webhook that did not reach the server, or that the server could not process. */
export interface FailedDelivery {
  /** Opaque: it may have more digits than a number holds. */
  readonly id: string
  /** A repeated delivery has the GUID of the first. */
  readonly guid: string
  readonly event: string
  /** Absent: the event has none. */
  readonly action?: string | undefined
  /** Epoch milliseconds. */
  readonly at: number
}

/** The App itself: its identity, its tokens and its webhooks. */
interface GithubApp {
  identity(): Promise<AppIdentity>
  /** Failed deliveries of webhooks since then, newest first: at most a thousand. */
  listFailedDeliveries(since: Date): Promise<FailedDelivery[]>
  /** Asks GitHub to send a webhook again. False: GitHub, which keeps deliveries for some days, does not have it any more. */
  redeliver(id: string): Promise<boolean>
  /** The next request of the installation uses a new token, not the cached one. */
  forgetToken(installationId: number): void
  /** A token with `contents: read` for this repository. */
  mintFetchToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token with `contents: read` for these repositories of one installation. */
  mintContextToken(repositories: readonly RepositoryRef[]): Promise<string>
  /** A new token with `contents: write` and `pull_requests: write` for this repository, never from a cache. */
  mintPushToken(repository: RepositoryRef): Promise<MintedToken>
  /** A token that is already invalid is not an error. */
  revokeToken(token: string): Promise<void>
}

/** Merges that change workflow files. */
export interface GithubMerges {
  /** Tree and parents of a commit. */
  readCommit(repository: RepositoryRef, sha: string): Promise<CommitLinks>
  /** The best common ancestor of two commits; `null`: none. */
  findMergeBase(repository: RepositoryRef, a: string, b: string): Promise<string | null>
  /** The workflow files of a commit or a tree. */
  listWorkflowFiles(repository: RepositoryRef, sha: string): Promise<WorkflowFile[]>
  /**
   * Runs `work` with a token for this repository that may write workflow files, and revokes the token. No runner gets it.
   * `null`: the owner of the installation has not granted the permission.
   */
  withMergeWriter<T>(repository: RepositoryRef, work: (writer: MergeWriter) => Promise<T>): Promise<T | null>
}

interface CommitLinks {
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
