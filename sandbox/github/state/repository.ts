import type { Account } from './account.ts'
import type { CheckRun } from './check-run.ts'
import type { Comment, Issue, Label, Reaction, Review, ReviewComment, TransferredIssue } from './issue.ts'
import type { Ruleset } from './ruleset.ts'
import type { SecretsByName } from './secret.ts'

export type Role = 'admin' | 'maintain' | 'write' | 'triage' | 'read'

/** Mutable records of a repository; the bare git repository holds the rest. */
export interface Repository {
  readonly id: number
  owner: Account
  name: string
  /** Redirect to the repository as long as no other repository has the name. */
  readonly formerNames: { readonly owner: string; readonly name: string }[]
  readonly private: boolean
  defaultBranch: string
  /** The bare repository, named after the id so that a rename moves no files. */
  readonly gitDirectory: string
  readonly createdAt: Date
  updatedAt: Date
  pushedAt: Date
  readonly workflows: Workflow[]
  readonly runs: Run[]
  /** Of runs of the project's own CI. */
  readonly workflowJobs: WorkflowJob[]
  readonly pulls: Pull[]
  readonly issues: Issue[]
  readonly transferredIssues: TransferredIssue[]
  readonly labels: Label[]
  readonly comments: Comment[]
  /** Oldest first. */
  readonly checkRuns: CheckRun[]
  readonly reviews: Review[]
  readonly reviewComments: ReviewComment[]
  readonly reactions: Reaction[]
  /** Ids of comments and reviews that somebody with write access hid. */
  readonly minimized: Set<number>
  /** Ids of the first comments of threads. */
  readonly resolvedThreads: Set<number>
  /** Of its collaborators, by the id of their account. */
  readonly roles: Map<number, Role>
  nextIssueNumber: number
  readonly protectedBranches: Set<string>
  rulesets: readonly Ruleset[]
  /** Commits that this GitHub signed when they were made through the API. */
  readonly verifiedCommits: Set<string>
  /** The setting "Allow GitHub Actions to create and approve pull requests". */
  actionsMayOpenPulls: boolean
  readonly secrets: SecretsByName
  readonly settings: RepositorySettings
  /** Branches and tags when pushes were last processed. */
  refs: ReadonlyMap<string, string>
  /** Oldest first; filled only while reads lag. */
  readonly history: Snapshot[]
  /** Tail of the queue of writers. */
  lock: Promise<void>
}

/** What an administrator changes on the settings page. */
export interface RepositorySettings {
  archived: boolean
  actionsEnabled: boolean
  allowedActions: 'all' | 'local_only' | 'selected'
  /** Of the workflow's own token, where a workflow names none. */
  workflowPermissions: 'read' | 'write'
  /** The organisation keeps GitHub Actions from opening pull requests. */
  organizationForbidsPulls: boolean
  /** Workflow execution protections keep the app from starting workflows. */
  protectsWorkflows: boolean
  /** What new runs wait for until they are ended: a runner with their label, or an approval. `null`: nothing. */
  runsWaitFor: 'runner' | 'approval' | null
  /** What requires signed commits on all branches. This GitHub knows no keys, so it verifies only commits that it signed. */
  requiresSignatures: 'ruleset' | 'branch-protection' | null
}

export interface Person {
  readonly name: string
  readonly email: string
  /** ISO 8601 with the author's own offset. */
  readonly date: string
}

export interface Commit {
  readonly sha: string
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: Person
  readonly committer: Person
  readonly message: string
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
  readonly event:
    | 'workflow_dispatch'
    | 'pull_request'
    | 'pull_request_target'
    | 'issue_comment'
    | 'issues'
    | 'schedule'
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
  /** Secrets of the current attempt, revoked when it ends. */
  githubToken: string
  idTokenSecret: string | null
  /** Of the current attempt; it grows while the attempt runs. */
  log: readonly string[]
  readonly cancelListeners: ((force: boolean) => void)[]
}

export interface WorkflowJob {
  readonly id: number
  readonly run: Run
  readonly attempt: number
  readonly name: string
  readonly conclusion: 'success' | 'failure' | 'timed_out' | 'cancelled' | 'skipped'
  /** `null`: GitHub has deleted it. */
  readonly log: string | null
  /** Signature of the address of the log. */
  readonly logKey: string
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
  labels: readonly Label[]
  assignees: readonly Account[]
  /** Of whom a review was requested. */
  reviewers: readonly Account[]
  readonly draft: boolean
  state: 'open' | 'closed'
  readonly createdAt: Date
  updatedAt: Date
  closedAt: Date | null
  merged: { readonly at: Date; readonly by: Account; readonly sha: string } | null
}

/** Branches, tags and pull requests of a repository at one time. */
export interface Snapshot {
  /** Epoch milliseconds. */
  readonly at: number
  readonly refs: ReadonlyMap<string, string>
  readonly pulls: readonly Pull[]
}
