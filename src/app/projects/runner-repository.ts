import { z } from 'zod'
import { type Reason, reason, splitReason } from '../../contract/reasons.ts'
import { type Actor, nameOf } from '../audit/actor.ts'
import { type Action, type AuditedStore, auditEntry } from '../audit/audit-entry.ts'
import type { Workflow } from '../domain/run.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { Account, InstalledRepository, RepositoryRef } from '../github/repository.ts'
import type { KnownFields } from '../store/parse-records.ts'
import { type Commit, mergeCommits, type Store, type TimedStore } from '../store/store.ts'
import { MOST_ONBOARDED, onboardingKeys } from './installed-projects.ts'
import { listProjects } from './list-projects.ts'
import { loadProject, type Project, projectIdOf, repositoryRef } from './project.ts'

export const runnerRepositoryKeys = {
  ofAccount: (accountId: number) => `runner-repository/${accountId}`,
}

/**
 * The repository whose workflow does the work of a whole account: the others need neither a workflow file nor a secret. Only
 * the operator or an owner of the account names it, never a file, because everyone who can change its workflow can read its secrets.
 */
export const RunnerRepository = z.looseObject({
  /** GitHub's id: a name can pass to another repository. */
  repositoryId: z.int(),
  /** Whether commands of other repositories may run in it with network access. */
  allowsSetup: z.boolean(),
  /** Who named it, for people, and when (epoch milliseconds). */
  by: z.string(),
  at: z.int(),
})
export type RunnerRepository = KnownFields<z.infer<typeof RunnerRepository>>

/** `null`: every repository runs its own workflow. */
export async function readRunnerRepository(
  store: Store,
  accountId: number,
): Promise<RunnerRepository | null> {
  const raw = await store.get(runnerRepositoryKeys.ofAccount(accountId))
  return raw === undefined ? null : RunnerRepository.parse(JSON.parse(raw))
}

/** Where workflows are started. */
export interface Runner {
  readonly repository: RepositoryRef
  readonly url: string
  readonly defaultBranch: string
  readonly allowsSetup: boolean
}

export interface RunnerDeps {
  readonly store: Store
  readonly github: Pick<Github, 'readRepository' | 'isProtected'>
}

/**
 * Where the workflow of a project runs, if that is another repository; `null`: in its own. Asks GitHub each time whether the
 * other one is still fit, and rejects with GithubRefused if it is not.
 */
export async function findRunner(deps: RunnerDeps, project: Project): Promise<Runner | null> {
  const named = await readRunnerRepository(deps.store, project.accountId)
  if (named === null || named.repositoryId === project.repositoryId) return null
  return checkRunner(deps, project.accountId, named)
}

/** Rejects with GithubRefused if the repository cannot be used. */
export async function checkRunner(
  { store, github }: RunnerDeps,
  accountId: number,
  { repositoryId, allowsSetup }: Pick<RunnerRepository, 'repositoryId' | 'allowsSetup'>,
): Promise<Runner> {
  const project = await loadProject(store, projectIdOf(repositoryId))
  const repository = project && repositoryRef(project)
  if (repository === null || project?.accountId !== accountId)
    throw unfit('the GitHub App is not installed on it, or another account owns it')
  const name = `${repository.owner}/${repository.name}`
  try {
    const seen = await github.readRepository(repository)
    const why = whyUnfit(seen, accountId)
    if (why !== null) throw unfit(`${name} ${why}`)
    if (!(await github.isProtected(repository, seen.defaultBranch)))
      throw unfit(
        `no rule protects ${seen.defaultBranch}, the default branch of ${name}, from changes without a review`,
      )
    return { repository, url: seen.url, defaultBranch: seen.defaultBranch, allowsSetup }
  } catch (error) {
    // The reasons of GitHub's refusals are about the repository that is worked on.
    if (!(error instanceof GithubRefused) || error.reason.code === 'runner-repository') throw error
    throw unfit(`${name}: ${error.message}`, { cause: error, status: error.status })
  }
}

/** What a repository must be to become the runner repository of an account, besides protected. Pure. */
export const judgeRunner = (
  { owner, private: isPrivate, visibility = 'private', archived }: InstalledRepository,
  accountId: number,
): { readonly isOwn: boolean; readonly isPrivate: boolean; readonly isActive: boolean } => ({
  isOwn: owner.id === accountId,
  // Everybody who can read it reads the logs of all runs.
  isPrivate: isPrivate && visibility === 'private',
  isActive: !archived,
})

/** `null`: nothing speaks against it. Pure. */
export function whyUnfit(repository: InstalledRepository, accountId: number): string | null {
  const { isOwn, isPrivate, isActive } = judgeRunner(repository, accountId)
  if (!isOwn) return `belongs to ${repository.owner.login}, which is another account`
  if (!isPrivate) return 'is not private'
  return isActive ? null : 'is archived'
}

/** The runner repository cannot be used. `why`: without the next step, which depends on who asks. */
export class UnfitRunner extends GithubRefused {
  readonly why: string
  constructor(why: string, { cause, status }: { cause?: unknown; status?: number | null } = {}) {
    super(reason('runner-repository', why), { cause, ...(status !== undefined && { status }) })
    this.why = why
  }
}

/** The reason of GitHub's refusal to start the workflow there: the reason of GitHub alone would be about the project. */
export const refusedThere = ({ repository }: Pick<Runner, 'repository'>, refusal: Reason): Reason =>
  reason('runner-repository', `${repository.owner}/${repository.name}: ${splitReason(refusal).what}`)

const unfit = (why: string, options?: { cause: unknown; status: number | null }): UnfitRunner =>
  new UnfitRunner(why, options)

/** The repository in which the workflow of a run was started; `null`: the App is no longer installed on it. */
export async function repositoryOfWorkflow(
  store: Store,
  project: Project,
  workflow: Pick<Workflow, 'repositoryId'> | null,
): Promise<RepositoryRef | null> {
  if (workflow === null || workflow.repositoryId === project.repositoryId) return repositoryRef(project)
  const other = await loadProject(store, projectIdOf(workflow.repositoryId))
  return other && repositoryRef(other)
}

/**
 * Names the repository whose workflow does the work of the account. The caller has made sure that `by` is the operator or
 * an owner of the account. Rejects with GithubRefused if the repository cannot be used.
 */
export async function nameRunnerRepository(
  deps: RunnerDeps & AuditedStore,
  given: {
    readonly account: Account
    readonly project: Pick<Project, 'repositoryId' | 'owner' | 'name'>
    readonly allowsSetup: boolean
    readonly by: Actor
  },
): Promise<Runner> {
  const { account, project, allowsSetup, by } = given
  const { repositoryId } = project
  const record: RunnerRepository = { repositoryId, allowsSetup, by: nameOf(by), at: deps.now() }
  const runner = await checkRunner(deps, account.id, record)
  const set = [{ key: runnerRepositoryKeys.ofAccount(account.id), value: JSON.stringify(record) }]
  const again = await onboardingOf(deps, account.id)
  const detail = `${project.owner}/${project.name}${allowsSetup ? ', setup commands allowed' : ''}`
  await deps.store.commit(
    mergeCommits({ set: [...set, ...again] }, auditOf(deps, 'named', { account, by, detail })),
  )
  return runner
}

/** Every repository runs its own workflow again. `false`: the account had no runner repository. */
export async function removeRunnerRepository(
  deps: AuditedStore,
  { account, by }: { readonly account: Account; readonly by: Actor },
): Promise<boolean> {
  if ((await readRunnerRepository(deps.store, account.id)) === null) return false
  const del = [runnerRepositoryKeys.ofAccount(account.id)]
  await deps.store.commit(mergeCommits({ del }, auditOf(deps, 'removed', { account, by, detail: null })))
  return true
}

/** Open onboarding pull requests have no use any more. In larger accounts, `onboard` closes them. */
async function onboardingOf(
  { store, now }: TimedStore,
  accountId: number,
): Promise<{ key: string; value: string }[]> {
  const limit = MOST_ONBOARDED
  const { projects, nextCursor } = await listProjects(store, accountId, () => true, { cursor: null, limit })
  if (nextCursor !== null) return []
  return projects.map(({ id }) => ({ key: onboardingKeys.project(id, now()), value: '' }))
}

function auditOf(
  { now, auditMs }: AuditedStore,
  done: 'named' | 'removed',
  { account, by, detail }: { readonly account: Account; readonly by: Actor; readonly detail: string | null },
): Commit {
  const action: Action = `${by.kind === 'operator' ? 'operator' : 'settings'}.runner-repository-${done}`
  const subject = { id: String(account.id), name: account.login }
  return auditEntry({ accountId: account.id, at: now(), action, by, project: null, subject, detail }, auditMs)
}
