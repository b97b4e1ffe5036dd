import { operator } from '../audit/actor.ts'
import { findAccount } from '../keys/find-account.ts'
import { type InspectRunnerDeps, inspectRunner } from '../onboarding/inspect-runner.ts'
import { knownAccounts, projectIdOfRepository } from '../projects/list-projects.ts'
import { loadProject, projectIdOf } from '../projects/project.ts'
import {
  type NameRunnerDeps,
  nameRunnerRepository,
  readRunnerRepository,
  removeRunnerRepository,
} from '../projects/runner-repository.ts'
import { describeMissing } from './missing-requirements.ts'

export interface NameForAccountDeps extends NameRunnerDeps, InspectRunnerDeps {
  readonly github: InspectRunnerDeps['github']
}

/** The operator names the repository whose workflow does the work of the account. Returns the lines to print. */
export async function nameForAccount(
  deps: NameForAccountDeps,
  given: {
    readonly account: string
    /** `owner/name` */
    readonly repository: string
    readonly allowsSetup: boolean
    readonly by: string
  },
): Promise<string[]> {
  const { store } = deps
  const { repository, allowsSetup } = given
  const account = await findAccount({ store }, given.account)
  const project = await loadProject(store, (await projectIdOfRepository(store, account.id, repository)) ?? '')
  if (project === null)
    throw new Error(
      `${account.login} has no project ${repository}: install the GitHub App on that repository first`,
    )
  const missing = describeMissing({
    ...{ repository, found: await inspectRunner(deps, account.id, project) },
    mayCall: deps.reusableWorkflows.length > 0,
  })
  if (missing !== null) throw new Error(missing)
  const by = operator(given.by)
  const { url, defaultBranch } = await nameRunnerRepository(deps, { account, project, allowsSetup, by })
  return [
    `All work for ${account.login} runs in ${url}, with the workflow file of its branch ${defaultBranch}.`,
    allowsSetup
      ? '`setup` commands of all repositories may run there, with network access.'
      : '`setup` commands of other repositories do not run there, nor checks that need them.',
  ]
}

/** Every repository runs its own workflow again. Returns the lines to print. */
export async function removeForAccount(
  deps: NameRunnerDeps,
  { account: login, by }: { readonly account: string; readonly by: string },
): Promise<string[]> {
  const account = await findAccount(deps, login)
  const isRemoved = await removeRunnerRepository(deps, { account, by: operator(by) })
  return isRemoved
    ? [`Each repository of ${account.login} runs its own workflow again.`]
    : [`${account.login} has no runner repository`]
}

/** The runner repositories, one line each. */
export async function listRunnerRepositories({ store }: Pick<NameRunnerDeps, 'store'>): Promise<string[]> {
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
