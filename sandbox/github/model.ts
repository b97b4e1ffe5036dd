import type { Commit } from './git/commits.ts'
import type { Snapshot } from './lagging-reads.ts'

/** What this GitHub remembers. Plain mutable records; the bare repositories hold the rest. */
export type Level = 'read' | 'write'
export type Permissions = Record<string, Level>

export interface Account {
  readonly id: number
  readonly login: string
  readonly type: 'User' | 'Organization' | 'Bot'
  readonly createdAt: Date
}

export interface Workflow {
  readonly id: number
  readonly path: string
  name: string
  state: 'active' | 'disabled_manually'
  readonly createdAt: Date
  updatedAt: Date
  runCount: number
}

export interface Run {
  readonly id: number
  readonly repository: Repository
  readonly workflow: Workflow
  readonly ref: string
  readonly sha: string
  readonly headCommit: Commit
  readonly inputs: Record<string, string>
  readonly actor: Account
  triggeringActor: Account
  readonly number: number
  readonly displayTitle: string
  readonly createdAt: Date
  attempt: number
  startedAt: Date
  updatedAt: Date
  status: 'queued' | 'waiting' | 'in_progress' | 'completed'
  conclusion: string | null
  /** Secrets of the current attempt; they die when it ends. */
  githubToken: string
  idTokenSecret: string | null
  readonly cancelListeners: ((force: boolean) => void)[]
}

export interface Pull {
  readonly id: number
  readonly number: number
  readonly repository: Repository
  readonly author: Account
  readonly head: string
  base: string
  headSha: string
  baseSha: string
  title: string
  body: string | null
  readonly draft: boolean
  state: 'open' | 'closed'
  readonly createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  merged: { readonly at: Date; readonly by: Account; readonly sha: string } | null
}

export interface Comment {
  readonly id: number
  readonly issue: number
  readonly author: Account
  readonly body: string
  readonly createdAt: Date
}

export interface RepositorySettings {
  archived: boolean
  actionsEnabled: boolean
  /** Workflow execution protections keep the app from starting workflows. */
  protectsWorkflows: boolean
  /** What new runs wait for until somebody ends them: a runner with their label, or an approval; `null`: nothing. */
  runsWaitFor: 'runner' | 'approval' | null
}

export interface Repository {
  readonly id: number
  owner: Account
  name: string
  /** Where it was; as long as no other is there, that redirects. */
  readonly formerNames: { readonly owner: string; readonly name: string }[]
  readonly private: boolean
  defaultBranch: string
  /** The bare repository, named for the id so that a rename moves nothing. */
  readonly gitDirectory: string
  readonly createdAt: Date
  updatedAt: Date
  pushedAt: Date
  readonly workflows: Workflow[]
  readonly runs: Run[]
  readonly pulls: Pull[]
  readonly comments: Comment[]
  nextIssueNumber: number
  readonly protectedBranches: Set<string>
  /** The setting "Allow GitHub Actions to create and approve pull requests". */
  readonly actionsMayOpenPulls: boolean
  /** What its administrators have set on its settings page. */
  readonly settings: RepositorySettings
  /** Branches and tags as last announced by push webhooks. */
  refs: ReadonlyMap<string, string>
  /** Oldest first; only while reads lag. */
  readonly history: Snapshot[]
  /** Tail of the queue of writers. */
  lock: Promise<void>
}

export interface App {
  readonly id: number
  readonly slug: string
  readonly clientId: string
  readonly hookId: number
  readonly owner: Account
  readonly bot: Account
  readonly publicKeyPem: string
  webhookUrl: string
  readonly webhookSecret: string
  permissions: Permissions
  readonly events: readonly string[]
  readonly createdAt: Date
}

export interface Installation {
  readonly id: number
  readonly app: App
  readonly account: Account
  readonly selection: 'all' | 'selected'
  readonly repositoryIds: Set<number>
  readonly createdAt: Date
  updatedAt: Date
  suspended: { readonly at: Date; readonly by: Account } | null
}

export type TokenCredential =
  | {
      readonly kind: 'installation'
      readonly token: string
      readonly installation: Installation
      readonly permissions: Permissions
      /** `null`: all that the installation covers. */
      readonly repositoryIds: ReadonlySet<number> | null
      readonly expiresAt: Date
    }
  | { readonly kind: 'user'; readonly token: string; readonly account: Account; readonly level: Level }
  | {
      readonly kind: 'actions'
      readonly token: string
      readonly repository: Repository
      readonly permissions: Permissions
    }

export type Credential =
  | TokenCredential
  | { readonly kind: 'app-jwt'; readonly app: App }
  | { readonly kind: 'none' }
