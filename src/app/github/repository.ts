import type { Instruction } from '../../contract/runner-protocol/assignment.ts'
import type { SettingsFile } from '../../settings/settings-files.ts'
import type { Sent } from './errors.ts'

/** A repository as seen through one installation of the app. */
export interface RepositoryRef {
  readonly installationId: number
  readonly id: number
  readonly owner: string
  readonly name: string
}

export interface Account {
  readonly id: number
  readonly login: string
}

export interface Installation {
  readonly id: number
  readonly account: Account
  readonly suspended: boolean
  /** What the owner has granted: `read` or `write`, by name of the permission. */
  readonly permissions: Readonly<Record<string, string>>
}

export interface InstalledRepository {
  readonly id: number
  readonly owner: Account
  readonly name: string
  readonly private: boolean
  readonly visibility?: string | undefined
  readonly archived: boolean
  readonly defaultBranch: string
  readonly url: string
}

export interface DefaultHead {
  readonly defaultBranch: string
  readonly sha: string
  readonly private: boolean
  /** `public`, `internal` or `private`; absent: GitHub does not say. */
  readonly visibility?: string | undefined
  /** Current owner: GitHub also finds a renamed repository under its old name. */
  readonly owner: string
  /** Id of the account that owns the repository now. */
  readonly ownerId: number
  readonly name: string
  readonly url: string
}

interface ProjectFiles {
  /** The settings files that exist. */
  readonly settings: readonly SettingsFile[]
  readonly instructions: readonly Instruction[]
}

/** The settings file of an account. */
export type OrganisationFile =
  /** `null`: it is no file, or too large. */
  | { readonly kind: 'file'; readonly text: string | null }
  | { readonly kind: 'absent' }
  /** The App cannot read the repository, or there is none. */
  | { readonly kind: 'hidden' }

/** Installations, repositories and their branches. */
export interface GithubRepositories {
  listInstallations(): Promise<Installation[]>
  /** The installation that covers the repository of this name, or of this id after a rename or transfer; `null`: none. */
  findInstallation(owner: string, name: string, id?: number): Promise<Installation | null>
  listRepositories(installationId: number): Promise<InstalledRepository[]>
  readRepository(repository: RepositoryRef): Promise<InstalledRepository>
  /** Whether a recent webhook of GitHub announced the deletion of the repository with this id. */
  wasDeleted(repositoryId: number): Promise<boolean>
  /** Name and head commit of the default branch. */
  readDefaultHead(repository: RepositoryRef): Promise<DefaultHead>
  /** Settings and instruction files at one SHA. Instruction files over 64 KiB are left out. */
  readProjectFiles(
    repository: RepositoryRef,
    sha: string,
    instructionPaths: readonly string[],
  ): Promise<ProjectFiles>
  /** `prentice.yml` in the repository `.github` of an account. */
  readOrganisationFile(account: Pick<RepositoryRef, 'installationId' | 'owner'>): Promise<OrganisationFile>
  readBranchHead(repository: RepositoryRef, branch: string): Promise<string | null>
  /** Names of up to 100 branches, in GitHub's order. */
  listBranches(repository: RepositoryRef): Promise<string[]>
  /** Paths of all files at a commit, without links and submodules. GitHub lists at most 100,000 entries. */
  listFiles(
    repository: RepositoryRef,
    commit: string,
  ): Promise<{ readonly paths: readonly string[]; readonly isComplete: boolean }>
  /** What `head` changes since it left `base`: up to 300 files. `null`: one of the branches does not exist. */
  compareBranches(repository: RepositoryRef, base: string, head: string): Promise<ChangedFile[] | null>
  /**
   * Whether a ruleset keeps people with write access from changing the branch without a review, or a branch protection covers
   * it. False: it does not exist.
   */
  isProtected(repository: RepositoryRef, branch: string): Promise<boolean>
  deleteBranch(repository: RepositoryRef, branch: string): Promise<Sent>
  /** True if `commit` is `head` or an ancestor of it. */
  contains(repository: RepositoryRef, commit: string, head: string): Promise<boolean>
}

/** A file that a pull request, or a branch, changes. */
export interface ChangedFile {
  readonly path: string
  /** Before a rename. */
  readonly previousPath: string | null
  /** added, removed, modified, renamed, copied, changed, unchanged. */
  readonly status: string
  /** Its diff; `null`: it is binary or too large. */
  readonly patch: string | null
}
