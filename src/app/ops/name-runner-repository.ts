import { WORKFLOW_FILE } from '../../contract/github.ts'
import { operator } from '../audit/actor.ts'
import type { AuditedStore } from '../audit/audit-entry.ts'
import { commandOf } from '../command-line/command-name.ts'
import { inTermsOf } from '../domain/reason-terms.ts'
import { type InspectRunnerDeps, inspectRunner, type RunnerInspection } from '../onboarding/inspect-runner.ts'
import { emptyFileUrl, WORKFLOW_PATH } from '../onboarding/inspect-workflow.ts'
import { findAccount } from '../projects/account.ts'
import { knownAccounts, projectIdOfRepository } from '../projects/list-projects.ts'
import { loadProject, projectIdOf } from '../projects/project.ts'
import {
  nameRunnerRepository,
  readRunnerRepository,
  removeRunnerRepository,
} from '../projects/runner-repository.ts'
import type { Store } from '../store/store.ts'

/** The operator names the repository whose workflow does the work of the account. Returns the lines to print. */
export async function nameForAccount(
  deps: InspectRunnerDeps & AuditedStore,
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
  deps: AuditedStore,
  { account: login, by }: { readonly account: string; readonly by: string },
): Promise<string[]> {
  const account = await findAccount(deps, login)
  const isRemoved = await removeRunnerRepository(deps, { account, by: operator(by) })
  return isRemoved
    ? [`Each repository of ${account.login} runs its own workflow again.`]
    : [`${account.login} has no runner repository`]
}

/** The runner repositories, one line each. */
export async function listRunnerRepositories({ store }: { readonly store: Store }): Promise<string[]> {
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

interface Candidate {
  readonly found: RunnerInspection
  /** `owner/name` */
  readonly repository: string
  /** Whether the workflow file may call a reusable workflow. */
  readonly mayCall: boolean
}

/** What keeps a repository from doing the work of its account, each with its next step; `null`: nothing. Pure. */
function describeMissing(candidate: Candidate): string | null {
  const { found, repository } = candidate
  if (found.kind === 'refused') return `${repository} cannot be used yet: ${inTermsOf('command', found.why)}`
  const missing = listMissing({ ...candidate, found })
  if (missing.length === 0) return null
  const lines = missing.map((one) => `- ${one}`)
  return [`${repository} cannot be used yet:`, ...lines, 'Then run the command again.'].join('\n')
}

type Seen = Candidate & { readonly found: RunnerInspection & { readonly kind: 'seen' } }

function listMissing(candidate: Seen): string[] {
  const { found } = candidate
  const { url, defaultBranch } = found
  // Nothing else matters there.
  if (!found.isOwn) return ['It belongs to another account. Name a repository of this account.']
  const missing: string[] = []
  if (!found.isPrivate)
    missing.push(
      `It is not private, and everybody who can read it can read the logs of all runs. Make it private: ${url}/settings`,
    )
  if (!found.isActive)
    missing.push(`It is archived, and GitHub starts no workflows in it. Unarchive it: ${url}/settings`)
  if (!found.isProtected)
    missing.push(
      `No rule protects its default branch ${defaultBranch} from changes without a review, and anyone who can change its workflow file can read the secret of the model. Add a ruleset that requires pull requests with reviews: ${url}/settings/rules. For private repositories, GitHub needs a paid plan.`,
    )
  return [...missing, ...missingOfWorkflow(candidate)]
}

/** Jobs could not start without the workflow file. */
function missingOfWorkflow({
  found: { url, defaultBranch: branch, workflow },
  repository,
  mayCall,
}: Seen): string[] {
  const template = `\`${commandOf('workflow', mayCall ? 'calling' : '')}\``
  const problems = workflow.problems.join('; ')
  switch (workflow.kind) {
    case 'ok':
      return []
    case 'missing': {
      const onboard = commandOf('onboard', `--match ${repository}`)
      const page = emptyFileUrl({ url, branch, path: WORKFLOW_PATH })
      return [
        `It has no ${WORKFLOW_PATH} on its branch ${branch}. Add it with \`${onboard}\`, or paste the output of ${template} into ${page}`,
      ]
    }
    case 'wrong':
      return [
        `Its ${WORKFLOW_PATH} is not right: ${problems}. Correct it at ${url}/edit/${branch}/${WORKFLOW_PATH}, as ${template} prints it`,
      ]
    case 'inactive':
      return [`Its workflow is ${problems}. Enable it at ${url}/actions/workflows/${WORKFLOW_FILE}`]
  }
}
