import type { Logger } from 'pino'
import type { Capability } from '../../settings/capabilities.ts'
import { commandOf } from '../command-line/command-name.ts'
import { GithubRefused, GithubUnavailable } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import { MOST_ONBOARDED, readPermissions } from '../projects/installed-projects.ts'
import { loadProject, type Project } from '../projects/project.ts'
import { readRunnerRepository } from '../projects/runner-repository.ts'
import type { Store } from '../store/store.ts'
import type { OnboardingStep } from './decide-onboarding.ts'
import type { InspectAction } from './inspect-action.ts'
import { examineRepository, type OnboardingDeps, onboardRepository } from './onboard-repository.ts'
import { readAccountWorkflow, whyNoOnboarding } from './read-account-workflow.ts'

const DAY_MS = 24 * 3_600_000
const MINUTE_MS = 60_000

export interface OnboardDueDeps extends OnboardingDeps {
  readonly github: OnboardingDeps['github'] & Pick<Github, 'listRepositories'>
  readonly inspectAction: InspectAction
  readonly switchedOff: (project: Project) => Promise<readonly Capability[]>
  readonly store: Store
  readonly now: () => number
  readonly log: Logger
}

/** Onboards a project by itself. Returns when to look again (epoch ms); `null`: there is nothing left to do. */
export async function onboardDue(deps: OnboardDueDeps, id: string): Promise<number | null> {
  const log = deps.log.child({ project: id })
  const project = await loadProject(deps.store, id)
  if (project === null) return null
  try {
    return await onboard({ ...deps, log }, project)
  } catch (error) {
    if (error instanceof GithubUnavailable) return Math.max(error.retryAt, deps.now() + MINUTE_MS)
    if (!(error instanceof GithubRefused)) throw error
    log.warn({ err: error, code: error.reason.code }, 'the repository could not be onboarded')
    return null
  }
}

async function onboard(deps: OnboardDueDeps, project: Project): Promise<number | null> {
  const { github, config, store, now, log } = deps
  const { installationId, repositoryId, accountId, owner } = project
  if (installationId === null) return null
  const permissions = await readPermissions(store, installationId)
  if (permissions.workflows !== 'write') return null
  const why = await whyNoOnboarding({ ...config, inspectAction: deps.inspectAction }, installationId)
  if (why !== null) {
    log.warn(`the repository is not onboarded: ${why}`)
    return now() + DAY_MS
  }
  const runner = await readRunnerRepository(store, accountId)
  const runsElsewhere = runner !== null && runner.repositoryId !== repositoryId
  if (!runsElsewhere && (await deps.switchedOff(project)).includes('onboarding')) {
    log.info('the repository is not onboarded: the organisation has switched it off')
    return null
  }
  const repositories = await github.listRepositories(installationId)
  if (!runsElsewhere && repositories.length > MOST_ONBOARDED) {
    log.info(
      { repositories: repositories.length },
      `the repository is not onboarded automatically: use \`${commandOf('onboard')}\``,
    )
    return null
  }
  const repository = repositories.find((one) => one.id === repositoryId)
  if (repository === undefined) return null
  const account = { id: accountId, login: owner }
  const read = await readAccountWorkflow(github, config, { id: installationId, account, permissions })
  if (read.kind === 'refused') {
    log.warn(`the repository is not onboarded: ${read.why}`)
    return now() + DAY_MS
  }
  const workflow = { ...read.workflow, runnerId: runner?.repositoryId ?? null }
  const examine = () => examineRepository(deps, repository, installationId, workflow)
  const examined = await examine()
  try {
    const done = await onboardRepository(deps, examined, workflow)
    if (done.kind === 'opened' || done.kind === 'refreshed' || done.kind === 'closed')
      log.info({ pull: done.url }, `onboarding: ${done.kind}`)
    if (runsElsewhere) log.info('the repository is not onboarded: the account has a runner repository')
    return isOpen(examined.step) ? now() + DAY_MS : null
  } catch (error) {
    const again = error instanceof GithubRefused ? lookAgainIn(examined.step, (await examine()).step) : null
    if (again === null) throw error
    log.info('onboarding: another server works on the same repository')
    return now() + again
  }
}

/**
 * How long to wait after a refusal; `null`: it is final. GitHub also refuses what another server was faster to do, and
 * that server may end before it has written when to look again. Pure.
 */
function lookAgainIn(before: OnboardingStep, after: OnboardingStep): number | null {
  if (after.kind === 'nothing' && after.why === 'waits-for-merge') return DAY_MS
  const isBranchNew = before.kind === 'open' && !before.reuseBranch
  return isBranchNew && after.kind === 'open' && after.reuseBranch ? MINUTE_MS : null
}

/** Its pull request is open, and may get out of date. */
const isOpen = (step: OnboardingStep): boolean =>
  step.kind === 'open' ||
  step.kind === 'refresh' ||
  (step.kind === 'nothing' && step.why === 'waits-for-merge')
