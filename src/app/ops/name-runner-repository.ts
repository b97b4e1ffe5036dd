import { operator } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import type { Account } from '../github/repository.ts'
import { findAccount } from '../keys/find-account.ts'
import { projectIdOfRepository } from '../projects/find-by-repository.ts'
import { knownAccounts } from '../projects/known-accounts.ts'
import { loadProject } from '../projects/load-project.ts'
import { projectIdOf } from '../projects/project.ts'
import {
  checkRunner,
  type RunnerDeps,
  type RunnerRepository,
  readRunnerRepository,
} from '../projects/runner-repository.ts'
import { merge } from '../records/update-job.ts'
import { keySpace } from '../store/key-space.ts'
import type { Commit } from '../store/store.ts'

export interface RunnerRepositoryDeps extends RunnerDeps {
  readonly now: () => number
  readonly auditMs: number
}

/** Names the repository whose workflow does the work of the account. Returns the lines to print. */
export async function nameRunnerRepository(
  deps: RunnerRepositoryDeps,
  given: {
    readonly account: string
    /** `owner/name` */
    readonly repository: string
    readonly allowsSetup: boolean
    readonly by: string
  },
): Promise<string[]> {
  const { store, now } = deps
  const { repository, allowsSetup, by } = given
  const account = await findAccount({ store }, given.account)
  const project = await loadProject(store, (await projectIdOfRepository(store, account.id, repository)) ?? '')
  if (project === null)
    throw new Error(
      `${account.login} has no project ${repository}: install the GitHub App on that repository first`,
    )
  const record: RunnerRepository = { repositoryId: project.repositoryId, allowsSetup, by, at: now() }
  const { url, defaultBranch } = await checkRunner(deps, account.id, record)
  const key = keySpace.runnerRepository(account.id)
  const audit = auditOf(deps, 'operator.runner-repository-named', account, { by, detail: repository })
  await store.commit(merge({ set: [{ key, value: JSON.stringify(record) }] }, audit))
  return [
    `All work for ${account.login} runs in ${url}, with the workflow file of its branch ${defaultBranch}.`,
    allowsSetup
      ? '`setup` commands of all repositories may run there, with network access.'
      : '`setup` commands of other repositories do not run there, nor checks that need them.',
  ]
}

/** Every repository runs its own workflow again. Returns the lines to print. */
export async function removeRunnerRepository(
  deps: RunnerRepositoryDeps,
  { account: login, by }: { readonly account: string; readonly by: string },
): Promise<string[]> {
  const { store } = deps
  const account = await findAccount({ store }, login)
  const named = await readRunnerRepository(store, account.id)
  if (named === null) return [`${account.login} has no runner repository`]
  const audit = auditOf(deps, 'operator.runner-repository-removed', account, { by, detail: null })
  await store.commit(merge({ del: [keySpace.runnerRepository(account.id)] }, audit))
  return [`Each repository of ${account.login} runs its own workflow again.`]
}

/** The runner repositories, one line each. */
export async function listRunnerRepositories({ store }: RunnerRepositoryDeps): Promise<string[]> {
  const lines: string[] = []
  for (const { id, login } of await knownAccounts(store)) {
    const named = await readRunnerRepository(store, id)
    if (named === null) continue
    const project = await loadProject(store, projectIdOf(named.repositoryId))
    const name = project === null ? `repository ${named.repositoryId}` : `${project.owner}/${project.name}`
    const setup = named.allowsSetup ? ', setup commands allowed' : ''
    lines.push(
      `${login}  ${name}${setup}  since ${new Date(named.at).toISOString().slice(0, 10)}  by ${named.by}`,
    )
  }
  return lines.length === 0 ? ['no account has a runner repository'] : lines
}

const auditOf = (
  { now, auditMs }: RunnerRepositoryDeps,
  action: Action & `operator.${string}`,
  { id, login }: Account,
  { by, detail }: { readonly by: string; readonly detail: string | null },
): Commit =>
  auditEntry(
    {
      ...{ accountId: id, at: now(), action, by: operator(by), project: null, detail },
      subject: { id: String(id), name: login },
    },
    auditMs,
  )
