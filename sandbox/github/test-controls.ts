import { accountNamed, adminOf, appById, createAccount } from './accounts/accounts.ts'
import { changeInstallation, type InstallationChange, installApp } from './accounts/installations.ts'
import { createUserToken } from './accounts/mint-token.ts'
import { type AppRegistration, type RegisteredApp, registerApp } from './accounts/register-app.ts'
import { type FaultSchedule, noFaults } from './fault-schedule.ts'
import { announcePushes } from './git/announce-pushes.ts'
import { deleteRepository, renameRepository, transferRepository } from './git/move-repository.ts'
import { createRepository, type NewRepository, repositoryOrThrow } from './git/repositories.ts'
import { type Author, alone, authorFor, commitOneFile } from './git/write.ts'
import { type Arrival, type Hold, holdRequest } from './hold-request.ts'
import { lagReads } from './lagging-reads.ts'
import type { Level, Permissions, RepositorySettings, Run } from './model.ts'
import { signIdToken } from './oidc/id-token.ts'
import { type FaultsSetting, type RandomFaults, randomFaults } from './random-faults.ts'
import type { RequestRecord } from './request-log.ts'
import type { Failing } from './rest/faults.ts'
import type { GithubState } from './state.ts'
import { type Delivery, redeliver } from './webhooks/delivery.ts'
import { rerunWorkflow } from './workflows/dispatch-workflow.ts'
import { deleteRun, timeOutRun } from './workflows/end-run.ts'
import type { QueuedRun } from './workflows/queued-run.ts'

export interface FileCommit {
  readonly owner: string
  readonly name: string
  readonly branch: string
  readonly path: string
  readonly text: string
  readonly message: string
  readonly author?: Author
}

export type RunPlace = { readonly owner: string; readonly name: string; readonly runId: number }

/** What people do at GitHub with a mouse, and what a test wants to look at. */
export interface TestControls {
  createAccount(account: { login: string; type: 'Organization' | 'User' }): { id: number; login: string }
  createRepository(
    repository: NewRepository,
  ): Promise<{ id: number; defaultBranch: string; gitDirectory: string }>
  renameRepository(o: { owner: string; name: string; to: string }): void
  /** To another account that accepts it, there under `newName` if that is given. */
  transferRepository(o: { owner: string; name: string; to: string; newName?: string }): void
  deleteRepository(o: { owner: string; name: string }): void
  changeSettings(o: { owner: string; name: string } & Partial<RepositorySettings>): void
  protectBranch(o: { owner: string; name: string; branch: string }): void
  unprotectBranch(o: { owner: string; name: string; branch: string }): void
  registerApp(registration: AppRegistration): RegisteredApp
  /** What the installations grant from now on; tokens that are out keep what they have. */
  changePermissions(appId: number, permissions: Permissions): void
  /** An app often knows its own address only after it has started with its credentials. */
  changeWebhookUrl(appId: number, url: string): void
  installApp(o: { appId: number; account: string; repositories: 'all' | readonly string[] }): number
  changeInstallation(installationId: number, change: InstallationChange): void
  createUserToken(o: { login: string; permission: Level }): string
  commitFile(commit: FileCommit): Promise<string>
  onQueuedRun(handler: (run: QueuedRun) => void): void
  /** "Re-run all jobs", by the repository's administrator. */
  rerun(o: RunPlace): Promise<void>
  /** GitHub's own end of a run that takes too long. */
  timeOutRun(o: RunPlace): void
  /** "Delete workflow run", which has to have completed. */
  deleteRun(o: RunPlace): void
  /** The next requests, of REST and of git, whose `METHOD /path` matches fail so. */
  failNext(match: RegExp, how: Failing, times?: number): void
  /** A token of the issuer that says whatever is asked: what no job gets at GitHub. `jti` is drawn if not given. */
  mintIdToken(claims: Readonly<Record<string, string>>, audience: string): Promise<string>
  /** Makes GitHub slow for one request: the next that matches waits, before anything of it is done, until it is released. */
  holdRequest(matches: (arrival: Arrival) => boolean): Hold
  /** From now on branches, pull requests and lists of runs read as they were `ms` ago; 0 ends that. */
  lagReads(ms: number): void
  /** After how many milliseconds each copy of a webhook is sent, from now on; no copy: it is lost. `null`: one, at once. */
  routeWebhooks(route: FaultSchedule['webhook'] | null): void
  /** Faults of every kind, at random, until they are stopped. */
  randomFaults(o: FaultsSetting): RandomFaults
  requests(): readonly RequestRecord[]
  deliveries(): readonly Delivery[]
  redeliver(guid: string): void
  /** Resolves when every webhook sent so far has been answered or given up. */
  settled(): Promise<void>
}

export const testControls = (hub: GithubState): TestControls => ({
  createAccount: (account) => createAccount(hub, account),
  createRepository: (repository) => createRepository(hub, repository),
  renameRepository: (o) => renameRepository(hub, o),
  transferRepository: (o) => transferRepository(hub, o),
  deleteRepository: (o) => deleteRepository(hub, o),
  changeSettings: ({ owner, name, ...settings }) => {
    Object.assign(repositoryOrThrow(hub, owner, name).settings, settings)
  },
  protectBranch: ({ owner, name, branch }) => {
    repositoryOrThrow(hub, owner, name).protectedBranches.add(branch)
  },
  unprotectBranch: ({ owner, name, branch }) => {
    repositoryOrThrow(hub, owner, name).protectedBranches.delete(branch)
  },
  registerApp: (registration) => registerApp(hub, registration),
  changePermissions: (appId, permissions) => {
    appById(hub, appId).permissions = { metadata: 'read', ...permissions }
  },
  changeWebhookUrl: (appId, url) => {
    appById(hub, appId).webhookUrl = url
  },
  installApp: (o) => installApp(hub, o),
  changeInstallation: (id, change) => changeInstallation(hub, id, change),
  createUserToken: (o) => createUserToken(hub, o),
  commitFile: (commit) => commitFile(hub, commit),
  onQueuedRun: (handler) => {
    hub.onQueuedRun.push(handler)
  },
  rerun: (o) => {
    const run = runAt(hub, o)
    return rerunWorkflow(hub, run, adminOf(hub, run.repository.owner))
  },
  timeOutRun: (o) => timeOutRun(hub, runAt(hub, o)),
  deleteRun: (o) => deleteRun(runAt(hub, o)),
  failNext: (match, how, times = 1) => {
    hub.faults.push({ match, how, times })
  },
  mintIdToken: (claims, audience) => signIdToken(hub, claims, audience),
  holdRequest: (matches) => holdRequest(hub, matches),
  lagReads: (ms) => lagReads(hub, ms),
  routeWebhooks: (route) => {
    hub.weather.webhook = route ?? noFaults().webhook
  },
  randomFaults: (o) => randomFaults(hub, o),
  requests: () => hub.requests,
  deliveries: () => hub.deliveries,
  redeliver: (guid) => {
    const delivery = hub.deliveries.find((candidate) => candidate.guid === guid)
    if (!delivery) throw new Error(`sandbox: no delivery ${guid}`)
    redeliver(hub, appById(hub, delivery.appId), delivery)
  },
  settled: async () => {
    while (hub.pendingDeliveries.size > 0) await Promise.all(hub.pendingDeliveries)
  },
})

const commitFile = (hub: GithubState, commit: FileCommit): Promise<string> => {
  const repository = repositoryOrThrow(hub, commit.owner, commit.name)
  const person = adminOf(hub, accountNamed(hub, commit.owner))
  const author = commit.author ?? authorFor(hub, person)
  return alone(hub, repository, async () => {
    const sha = await commitOneFile(hub, repository, { ...commit, author })
    await announcePushes(hub, repository, person)
    return sha
  })
}

const runAt = (hub: GithubState, { owner, name, runId }: RunPlace): Run => {
  const run = repositoryOrThrow(hub, owner, name).runs.find(({ id }) => id === runId)
  if (!run) throw new Error(`sandbox: ${owner}/${name} has no run ${runId}`)
  return run
}
