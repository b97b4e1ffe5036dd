import { accountNamed, adminOf, appById, createAccount } from './accounts/accounts.ts'
import { createUserToken } from './accounts/mint-token.ts'
import { type AppRegistration, type RegisteredApp, registerApp } from './accounts/register-app.ts'
import { deleteRepository, renameRepository, transferRepository } from './admin/change-repository.ts'
import {
  changeInstallation,
  coverNewRepository,
  type InstallationChange,
  installApp,
} from './admin/installations.ts'
import { checkRunOf, clickCheckRun } from './checks/click-check-run.ts'
import { type Hold, holdRequest } from './faults/hold-request.ts'
import { type FaultsSetting, type RandomFaults, randomFaults } from './faults/random-faults.ts'
import { lagReads } from './git/lagging-reads.ts'
import { createRepository, type NewRepository, repositoryOrThrow } from './git/repositories.ts'
import { type Author, authorFor, commitOneFile, withLock } from './git/write.ts'
import { attach } from './issues/attachments.ts'
import { transferIssue } from './issues/change-issue.ts'
import { signIdToken } from './oidc/id-token.ts'
import { processPushes } from './pulls/process-pushes.ts'
import type { Level, Permissions } from './state/account.ts'
import {
  type FailureMode,
  type FaultSchedule,
  type IncomingRequest,
  noFaults,
} from './state/fault-schedule.ts'
import type { QueuedRun } from './state/queued-run.ts'
import type { RepositorySettings, Role, Run } from './state/repository.ts'
import type { GithubState } from './state/state.ts'
import type { Delivery, RequestRecord } from './state/traffic.ts'
import { redeliver } from './webhooks/deliver.ts'
import { rerunWorkflow } from './workflows/dispatch-workflow.ts'
import { deleteRun, timeOutRun } from './workflows/end-run.ts'
import { secretsFor } from './workflows/queue-run.ts'
import { type CiRunRecord, recordCiRun } from './workflows/record-ci-run.ts'

export interface FileCommit {
  readonly owner: string
  readonly name: string
  readonly branch: string
  readonly path: string
  readonly text: string
  readonly message: string
  readonly author?: Author
}

export interface CheckRunClick {
  readonly owner: string
  readonly name: string
  readonly checkRunId: number
  readonly identifier: string | null
  readonly login: string
}

export type RunLocation = { readonly owner: string; readonly name: string; readonly runId: number }

/** What people do on GitHub's pages, and what tests set up and inspect. */
export interface TestControls {
  createAccount(account: { login: string; type: 'Organization' | 'User' }): { id: number; login: string }
  createRepository(
    repository: NewRepository,
  ): Promise<{ id: number; defaultBranch: string; gitDirectory: string }>
  renameRepository(o: { owner: string; name: string; to: string }): void
  /** To another account, as if it had accepted the transfer; optionally under a new name. */
  transferRepository(o: { owner: string; name: string; to: string; newName?: string }): void
  deleteRepository(o: { owner: string; name: string }): void
  /** "Transfer issue". Returns its number there. */
  transferIssue(o: { owner: string; name: string; number: number; to: string }): number
  changeSettings(o: { owner: string; name: string } & Partial<RepositorySettings>): void
  protectBranch(o: { owner: string; name: string; branch: string }): void
  unprotectBranch(o: { owner: string; name: string; branch: string }): void
  registerApp(registration: AppRegistration): RegisteredApp
  /** Changes what the installations grant to new tokens; existing tokens keep their permissions. */
  changePermissions(appId: number, permissions: Permissions): void
  /** An app often knows its own address only after it has started with its credentials. */
  changeWebhookUrl(appId: number, url: string): void
  installApp(o: { appId: number; account: string; repositories: 'all' | readonly string[] }): number
  changeInstallation(installationId: number, change: InstallationChange): void
  /** With the permission `role`, the token may do what the person may; `viaApp`: an app issued it; `scopes`: `gh` did. */
  createUserToken(o: {
    login: string
    permission: Level | 'role'
    viaApp?: number
    scopes?: readonly string[]
  }): string
  /** Makes a person a collaborator; `null`: no longer. */
  changeRole(o: { owner: string; name: string; login: string; role: Role | null }): void
  /** The secrets of Actions, by name, of a repository. */
  secrets(o: { owner: string; name: string }): Readonly<Record<string, string>>
  setOrganizationSecret(o: { organization: string; name: string; value: string }): void
  /** The only owner of an organisation. Without it, `octo-admin` owns all of them. */
  changeOwner(o: { organization: string; login: string }): void
  /** Replaces a team of that name. */
  createTeam(o: { organization: string; slug: string; members: readonly string[] }): void
  /** "Delete account", or its renaming, after which anybody may take the login. */
  renameAccount(o: { login: string; to: string }): void
  commitFile(commit: FileCommit): Promise<string>
  /** "Attach files". Returns the address that goes into a text. */
  attach(o: { owner: string; name: string; login: string; bytes: Uint8Array; type: string }): string
  /** "Hide" of a comment, and "Resolve conversation" of the thread that begins with it. */
  minimize(o: { owner: string; name: string; id: number }): void
  resolveThread(o: { owner: string; name: string; id: number }): void
  /** The person of this login clicks a button of a check run; `null`: GitHub's own button "Re-run". */
  clickCheckRun(o: CheckRunClick): void
  /** A workflow of the project ran on the head of a branch, by the administrator of the repository, and has ended. */
  recordCiRun(o: { owner: string; name: string } & CiRunRecord): Promise<{ id: number }>
  onQueuedRun(handler: (run: QueuedRun) => void): void
  /** "Re-run all jobs", clicked by the administrator of the repository. */
  rerun(o: RunLocation): Promise<void>
  /** Ends a run as GitHub does after its time limit. */
  timeOutRun(o: RunLocation): void
  /** "Delete workflow run"; the run must have completed. */
  deleteRun(o: RunLocation): void
  /** The next REST and git requests whose `METHOD /path` matches fail in this way. */
  failNext(match: RegExp, mode: FailureMode, times?: number): void
  /** Signs an ID token with arbitrary claims, which no job can get on GitHub. `jti` is random unless given. */
  mintIdToken(claims: Readonly<Record<string, string>>, audience: string): Promise<string>
  /** Delays the next request that matches, before it is processed, until it is released. */
  holdRequest(matches: (request: IncomingRequest) => boolean): Hold
  /** From now on branches, pull requests and lists of runs show the state of `ms` ago; 0 ends the lag. */
  lagReads(ms: number): void
  /** Sets the delay in milliseconds of each copy of a webhook; no copy: it is lost. `null`: one copy, immediately. */
  routeWebhooks(delays: FaultSchedule['webhookDelays'] | null): void
  /** Causes random faults of all kinds until stopped. */
  randomFaults(o: FaultsSetting): RandomFaults
  requests(): readonly RequestRecord[]
  deliveries(): readonly Delivery[]
  redeliver(guid: string): void
  /** Resolves when every webhook sent so far has a response or has failed. */
  settled(): Promise<void>
}

export const testControls = (state: GithubState): TestControls => ({
  createAccount: (account) => createAccount(state, account),
  createRepository: async (repository) => {
    const created = await createRepository(state, repository)
    coverNewRepository(state, created)
    return created
  },
  renameRepository: (o) => renameRepository(state, o),
  transferRepository: (o) => transferRepository(state, o),
  deleteRepository: (o) => deleteRepository(state, o),
  transferIssue: ({ owner, name, number, to }) =>
    transferIssue(state, {
      ...{
        repository: repositoryOrThrow(state, owner, name),
        to: repositoryOrThrow(state, owner, to),
        number,
      },
    }),
  changeSettings: ({ owner, name, ...settings }) => {
    Object.assign(repositoryOrThrow(state, owner, name).settings, settings)
  },
  protectBranch: ({ owner, name, branch }) => {
    repositoryOrThrow(state, owner, name).protectedBranches.add(branch)
  },
  unprotectBranch: ({ owner, name, branch }) => {
    repositoryOrThrow(state, owner, name).protectedBranches.delete(branch)
  },
  registerApp: (registration) => registerApp(state, registration),
  changePermissions: (appId, permissions) => {
    const granted: Permissions = { metadata: 'read', ...permissions }
    appById(state, appId).permissions = granted
    for (const installation of state.installations.values())
      if (installation.app.id === appId) installation.permissions = granted
  },
  changeWebhookUrl: (appId, url) => {
    appById(state, appId).webhookUrl = url
  },
  installApp: (o) => installApp(state, o),
  changeInstallation: (id, change) => changeInstallation(state, id, change),
  createUserToken: (o) => createUserToken(state, o),
  changeRole: ({ owner, name, login, role }) => {
    const { roles } = repositoryOrThrow(state, owner, name)
    const { id } = accountNamed(state, login)
    if (role === null) roles.delete(id)
    else roles.set(id, role)
  },
  secrets: ({ owner, name }) => secretsFor(repositoryOrThrow(state, owner, name)),
  setOrganizationSecret: ({ organization, name, value }) => {
    const account = accountNamed(state, organization)
    const now = state.now()
    account.secrets ??= new Map()
    account.secrets.set(name, { value, createdAt: now, updatedAt: now })
  },
  changeOwner: ({ organization, login }) => {
    accountNamed(state, organization).owner = accountNamed(state, login)
  },
  createTeam: ({ organization, slug, members }) => {
    const ids = members.map((login) => accountNamed(state, login).id)
    state.teams.set(`${organization}/${slug}`.toLowerCase(), new Set(ids))
  },
  renameAccount: ({ login, to }) => {
    accountNamed(state, login).login = to
  },
  commitFile: (commit) => commitFile(state, commit),
  attach: ({ owner, name, login, bytes, type }) =>
    attach(state, repositoryOrThrow(state, owner, name), { bytes, type, author: accountNamed(state, login) }),
  minimize: ({ owner, name, id }) => {
    repositoryOrThrow(state, owner, name).minimized.add(id)
  },
  resolveThread: ({ owner, name, id }) => {
    repositoryOrThrow(state, owner, name).resolvedThreads.add(id)
  },
  clickCheckRun: ({ owner, name, checkRunId, identifier, login }) => {
    const repository = repositoryOrThrow(state, owner, name)
    const checkRun = checkRunOf(repository, checkRunId)
    if (!checkRun) throw new Error(`sandbox: ${owner}/${name} has no check run ${checkRunId}`)
    clickCheckRun(state, repository, { checkRun, identifier, person: accountNamed(state, login) })
  },
  recordCiRun: async ({ owner, name, ...record }) => {
    const repository = repositoryOrThrow(state, owner, name)
    const { id } = await recordCiRun(state, repository, { record, actor: adminOf(state, repository.owner) })
    return { id }
  },
  onQueuedRun: (handler) => {
    state.onQueuedRun.push(handler)
  },
  rerun: (o) => {
    const run = runAt(state, o)
    return rerunWorkflow(state, run, adminOf(state, run.repository.owner))
  },
  timeOutRun: (o) => timeOutRun(state, runAt(state, o)),
  deleteRun: (o) => deleteRun(runAt(state, o)),
  failNext: (match, mode, times = 1) => {
    state.orderedFaults.push({ match, mode, times })
  },
  mintIdToken: (claims, audience) => signIdToken(state, claims, audience),
  holdRequest: (matches) => holdRequest(state, matches),
  lagReads: (ms) => lagReads(state, ms),
  routeWebhooks: (delays) => {
    state.faultSchedule.webhookDelays = delays ?? noFaults().webhookDelays
  },
  randomFaults: (o) => randomFaults(state, o),
  requests: () => state.requests,
  deliveries: () => state.deliveries,
  redeliver: (guid) => {
    const delivery = state.deliveries.find((candidate) => candidate.guid === guid)
    if (!delivery) throw new Error(`sandbox: no delivery ${guid}`)
    redeliver(state, appById(state, delivery.appId), delivery)
  },
  settled: async () => {
    while (state.pendingDeliveries.size > 0) await Promise.all(state.pendingDeliveries)
  },
})

const commitFile = (state: GithubState, commit: FileCommit): Promise<string> => {
  const repository = repositoryOrThrow(state, commit.owner, commit.name)
  const person = adminOf(state, accountNamed(state, commit.owner))
  const author = commit.author ?? authorFor(state, person)
  return withLock(state, repository, async () => {
    const sha = await commitOneFile(state, repository, { ...commit, author })
    await processPushes(state, repository, person)
    return sha
  })
}

const runAt = (state: GithubState, { owner, name, runId }: RunLocation): Run => {
  const run = repositoryOrThrow(state, owner, name).runs.find(({ id }) => id === runId)
  if (!run) throw new Error(`sandbox: ${owner}/${name} has no run ${runId}`)
  return run
}
