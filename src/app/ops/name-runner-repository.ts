import { WORKFLOW_FILE } from '../../contract/workflow-dispatch.ts'
import { operator } from '../audit/actor.ts'
import { commandOf } from '../command-name/command-name.ts'
import { findAccount } from '../keys/find-account.ts'
import {
  type InspectionDeps,
  inspectWorkflow,
  problemsOf,
  WORKFLOW_PATH,
} from '../onboarding/inspect-workflow.ts'
import { emptyFileUrl } from '../onboarding/new-file-url.ts'
import { projectIdOfRepository } from '../projects/find-by-repository.ts'
import { knownAccounts } from '../projects/known-accounts.ts'
import { loadProject } from '../projects/load-project.ts'
import {
  type NameRunnerDeps,
  nameRunnerRepository,
  removeRunnerRepository,
} from '../projects/name-runner-repository.ts'
import { projectIdOf } from '../projects/project.ts'
import { checkRunner, type Runner, readRunnerRepository, UnfitRunner } from '../projects/runner-repository.ts'

export interface NameForAccountDeps extends NameRunnerDeps, InspectionDeps {
  readonly github: NameRunnerDeps['github'] & InspectionDeps['github']
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
  const wanted = { repositoryId: project.repositoryId, allowsSetup }
  const runner = await checkRunner(deps, account.id, wanted).catch((error: unknown) => {
    if (!(error instanceof UnfitRunner)) throw error
    throw new Error(`${repository} cannot be used: ${error.why}. Fix that, and run the command again.`, {
      cause: error,
    })
  })
  const problem = await findProblem(deps, runner)
  if (problem !== null)
    throw new Error(`${repository} cannot be used: ${problem}. Then run the command again.`)
  const by = operator(given.by)
  const { url, defaultBranch } = await nameRunnerRepository(deps, { account, project, allowsSetup, by })
  return [
    `All work for ${account.login} runs in ${url}, with the workflow file of its branch ${defaultBranch}.`,
    allowsSetup
      ? '`setup` commands of all repositories may run there, with network access.'
      : '`setup` commands of other repositories do not run there, nor checks that need them.',
  ]
}

/** What is wrong with the workflow file, and the next step; `null`: nothing. Jobs could not start without it. */
async function findProblem(
  deps: InspectionDeps,
  { repository, url, defaultBranch: branch }: Runner,
): Promise<string | null> {
  const found = await inspectWorkflow(deps, repository)
  const template = `\`${commandOf('workflow', deps.reusableWorkflows.length > 0 ? 'calling' : '')}\``
  switch (found.kind) {
    case 'ok':
      return null
    case 'missing': {
      const onboard = commandOf('onboard', `--match ${repository.owner}/${repository.name}`)
      const page = emptyFileUrl({ url, branch, path: WORKFLOW_PATH })
      return `it has no ${WORKFLOW_PATH} on its branch ${branch}. Add it with \`${onboard}\`, or paste the output of ${template} into ${page}`
    }
    case 'wrong':
      return `its ${WORKFLOW_PATH} is not right: ${problemsOf(found).join('; ')}. Correct it at ${url}/edit/${branch}/${WORKFLOW_PATH}, as ${template} prints it`
    case 'inactive':
      return `its workflow is ${problemsOf(found).join('')}. Enable it at ${url}/actions/workflows/${WORKFLOW_FILE}`
  }
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
