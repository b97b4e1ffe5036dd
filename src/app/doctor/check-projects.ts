import { switchedOff } from '../../settings/capabilities.ts'
import type { SettingsOfOrganisation } from '../../settings/organisation-schema.ts'
import {
  ORGANISATION_PATH,
  ORGANISATION_REPOSITORY,
  parseOrganisationSettings,
} from '../../settings/organisation-settings.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import { commandOf } from '../command-line/command-name.ts'
import type { WorkflowConfig } from '../config/config.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { Account, Installation, RepositoryRef } from '../github/repository.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import type { OnboardGithub } from '../github/rest/onboard.ts'
import { isWithdrawnText, ONBOARDING_BRANCH } from '../onboarding/describe-onboarding.ts'
import type { InspectAction } from '../onboarding/inspect-action.ts'
import { inspectWorkflow, WORKFLOW_PATH } from '../onboarding/inspect-workflow.ts'
import { readAccountWorkflow } from '../onboarding/read-account-workflow.ts'
import type { Notify } from '../outgoing/endpoints/covering-webhooks.ts'
import { judgeGranted } from './check-app.ts'
import { UNKNOWN_KEY } from './check-settings.ts'
import { type Finding, fail, ok, warn } from './finding.ts'

/** Each takes four requests; more would take minutes and much of the rate limit. */
const MAX_REPOSITORIES = 200
const printValidFile = ({ reusableWorkflows }: WorkflowConfig): string =>
  `\`${commandOf('workflow', reusableWorkflows.length > 0 ? 'calling' : '')}\` prints a valid file`

export interface ProjectChecks extends WorkflowConfig {
  readonly github: Pick<
    Github,
    'identity' | 'listInstallations' | 'listRepositories' | 'readOrganisationFile'
  > &
    Pick<AppInspection, 'readWorkflowState' | 'readWorkflowFile' | 'readAccountFile' | 'readSettings'> &
    Pick<OnboardGithub, 'findPull'>
  readonly isAllowed: (account: Account) => boolean
  /** What an account with these settings has spent of its budgets; `null`: with the last valid settings that the server has read. */
  readonly checkBudgets: (account: Account, settings: SettingsOfOrganisation | null) => Promise<Finding[]>
  /** What the settings of a repository of the account ask of webhooks that none sends. */
  readonly checkNotify: (
    account: Account,
    repository: RepositoryRef,
    notify: readonly Notify[],
  ) => Promise<string[]>
  /** What is to say about the runner repository of the account; `null`: it has none. */
  readonly checkRunner: (
    account: Account,
  ) => Promise<{ readonly finding: Finding; readonly repositoryId: number } | null>
  readonly inspectAction: InspectAction
  /** The permissions of app.yml. */
  readonly needed: Readonly<Record<string, string>>
}

/** Where the App is installed, and whether what it is installed on can be worked on. */
export async function* checkProjects(deps: ProjectChecks): AsyncGenerator<Finding> {
  const installations = await deps.github.listInstallations()
  if (installations.length === 0)
    yield warn('installation', 'the App is installed nowhere', 'install it from its page, Install App')
  for (const installation of installations) {
    try {
      yield* checkInstallation(deps, installation)
    } catch (error) {
      if (!(error instanceof GithubRefused)) throw error
      yield fail('installation', `${installation.account.login}: ${error.reason.code}`, error.reason.message)
    }
  }
}

async function* checkInstallation(
  deps: ProjectChecks,
  { id, account, suspended, permissions: granted }: Installation,
): AsyncGenerator<Finding> {
  if (suspended) {
    yield warn(
      'installation',
      `${account.login} has suspended it`,
      'ask an owner of the account to unsuspend it',
    )
    return
  }
  if (!deps.isAllowed(account)) {
    yield warn(
      'installation',
      `${account.login} is not in ALLOWED_ACCOUNTS`,
      'add it there, or uninstall the App',
    )
    return
  }
  const todo = 'ask an owner to accept the new permissions on the settings page of the installation'
  const missing = judgeGranted({ who: account.login, granted, needed: deps.needed, todo })
  if (missing !== null) yield missing
  const repositories = await deps.github.listRepositories(id)
  yield repositories.length === 0
    ? warn('installation', `${account.login} has chosen no repository`, 'choose some in the installation')
    : ok(
        'installation',
        `${account.login}, on ${repositories.length === 1 ? '1 repository' : `${repositories.length} repositories`}`,
      )
  yield* await checkOrganisation(deps, id, account)
  const read = await readAccountWorkflow(deps.github, deps, { id, account, permissions: granted })
  if (read.kind === 'refused')
    yield warn(
      'template',
      `${account.login}: ${read.why}`,
      'correct it: until then, no repository is onboarded, see docs/rollout.md',
    )
  const runner = await deps.checkRunner(account)
  if (runner !== null) yield runner.finding
  for (const { id: repositoryId, owner, name } of repositories.slice(0, MAX_REPOSITORIES)) {
    const isWorkedOnElsewhere = runner !== null && runner.repositoryId !== repositoryId
    const repository = { installationId: id, id: repositoryId, owner: owner.login, name }
    const found = await checkProject(deps, { account, repository, isWorkedOnElsewhere })
    const isRunner = runner?.repositoryId === repositoryId
    yield isRunner && found.status !== 'ok' ? brokenRunner(account, found) : found
  }
  if (repositories.length > MAX_REPOSITORIES)
    yield warn(
      'project',
      `${repositories.length - MAX_REPOSITORIES} more were not looked at`,
      'look at them yourself',
    )
}

/** The settings of the account, if it has any. */
async function checkOrganisation(
  { github, checkBudgets }: ProjectChecks,
  installationId: number,
  account: Account,
): Promise<Finding[]> {
  const { login } = account
  const file = await github.readOrganisationFile({ installationId, owner: login })
  if (file.kind !== 'file') return []
  const place = `${login}/${ORGANISATION_REPOSITORY}`
  const parsed = parseOrganisationSettings(file.text)
  if (parsed.kind === 'invalid')
    return [
      fail('organisation', `${place}, ${describeInvalid(parsed)}`, 'fix the file, see docs/settings.md'),
      ...(await checkBudgets(account, null)),
    ]
  return [
    ok('organisation', `${place}, ${ORGANISATION_PATH} holds for all projects of the account`),
    ...(await checkBudgets(account, parsed.settings)),
    describeCapabilities(login, switchedOff(parsed.settings)),
  ]
}

const describeCapabilities = (login: string, off: readonly string[]): Finding =>
  ok('capabilities', off.length === 0 ? `${login}: all are on` : `${login}: switched off: ${off.join(', ')}`)

async function checkProject(
  deps: ProjectChecks,
  given: {
    readonly account: Account
    readonly repository: RepositoryRef
    readonly isWorkedOnElsewhere: boolean
  },
): Promise<Finding> {
  const { account, repository, isWorkedOnElsewhere } = given
  const name = `${repository.owner}/${repository.name}`
  const path = WORKFLOW_PATH
  try {
    if (isWorkedOnElsewhere) return await checkSettings(deps, account, repository)
    const workflow = await inspectWorkflow(deps, repository)
    if (workflow.kind === 'missing') return await checkOnboarding(deps, repository)
    if (workflow.kind === 'wrong')
      return fail(
        'project',
        `${name}, ${path}: ${workflow.problems.join('; ')}`,
        `correct it; ${printValidFile(deps)}`,
      )
    if (workflow.kind === 'inactive')
      return fail(
        'project',
        `${name}: the workflow is ${workflow.state ?? 'not known to GitHub'}`,
        'enable it on its Actions page',
      )
    return await checkSettings(deps, account, repository)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    return fail('project', `${name}: ${error.reason.code}`, error.reason.message)
  }
}

/** No job of the account can start. */
const brokenRunner = ({ login }: Account, { text, ...found }: Finding): Finding => ({
  ...found,
  status: 'fail',
  text: `${text}; it is the runner repository of ${login}, whose jobs cannot start`,
})

/** What adds the workflow file. A pull request that a person has closed is not opened again. */
async function checkOnboarding({ github }: ProjectChecks, repository: RepositoryRef): Promise<Finding> {
  const missing = `${repository.owner}/${repository.name} has no ${WORKFLOW_PATH} on its default branch`
  const pull = await github.findPull(repository, ONBOARDING_BRANCH)
  const isWithdrawn = pull?.state === 'closed' && isWithdrawnText(pull.body)
  if (pull === null || isWithdrawn || pull.authorId !== (await github.identity()).botId)
    return warn(
      'project',
      missing,
      `\`${commandOf('onboard')}\` opens a pull request that adds it, or prints a link`,
    )
  if (pull.state === 'open') return warn('project', missing, `merge ${pull.url}, which adds it`)
  return warn(
    'project',
    `${missing}; ${pull.url}, which added it, was ${pull.merged ? 'merged, and the file was removed later' : 'closed'}`,
    'add the file yourself, or remove the repository from the installation',
  )
}

async function checkSettings(
  { github, checkNotify }: ProjectChecks,
  account: Account,
  repository: RepositoryRef,
): Promise<Finding> {
  const name = `${repository.owner}/${repository.name}`
  const settings = parseSettings(await github.readSettings(repository))
  if (settings.kind === 'invalid')
    return fail('project', `${name}, ${describeInvalid(settings)}`, 'fix the file, see docs/settings.md')
  const unsent = await checkNotify(account, repository, settings.settings.notify ?? [])
  const warnings = [...settings.warnings, ...unsent]
  if (warnings.length === 0) return ok('project', `${name} can be worked on`)
  const todo = [
    ...(settings.warnings.length > 0 ? [UNKNOWN_KEY] : []),
    ...(unsent.length > 0 ? ['correct `notify` or the webhook, see docs/webhooks.md'] : []),
  ]
  return warn('project', `${name} can be worked on; settings: ${warnings.join('; ')}`, todo.join('; '))
}
