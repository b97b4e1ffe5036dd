import { commandOf } from '../command-line/command-name.ts'
import { GithubRefused } from '../github/errors.ts'
import type { Github } from '../github/github.ts'
import type { Account, Installation, InstalledRepository } from '../github/repository.ts'
import type { WhyNothing } from './decide-onboarding.ts'
import {
  type AccountWorkflow,
  type Examined,
  examineRepository,
  type Onboarded,
  type OnboardingDeps,
  onboardRepository,
} from './onboard-repository.ts'
import { readAccountWorkflow } from './read-account-workflow.ts'

/** One line of the report. */
export interface OnboardingLine {
  readonly kind:
    | 'opened'
    | 'refreshed'
    | 'closed'
    | 'would-open'
    | 'would-refresh'
    | 'would-close'
    | 'waiting'
    | 'link'
    | 'nothing'
    | 'failed'
  /** `owner/name`, or the account. */
  readonly subject: string
  readonly text: string
}

export interface OnboardAllDeps extends OnboardingDeps {
  readonly github: OnboardingDeps['github'] & Pick<Github, 'listInstallations' | 'listRepositories'>
  readonly isAllowed: (account: Account) => boolean
  /** The id of the runner repository of an account; `null`: it has none. */
  readonly runnerOf: (accountId: number) => Promise<number | null>
  readonly matches: (repository: { owner: string; name: string }) => boolean
  /** Most pull requests to open. */
  readonly wave: number
  readonly isDryRun: boolean
  /** Between two pull requests: GitHub limits how fast content is created. */
  readonly pause: () => Promise<void>
}

const WHY: Readonly<Record<WhyNothing, string>> = {
  archived: 'it is archived',
  'has-workflow': 'it has the workflow file',
  'runs-elsewhere': 'its jobs run in the runner repository of the account',
  'waits-for-merge': 'its pull request is open and up to date',
  declined: 'its pull request was closed, and is not opened again',
  removed: 'its pull request was merged, and the workflow file was removed later',
  'changed-by-others': 'somebody else has changed the branch of its pull request',
  'branch-taken': 'it has a branch prentice/onboarding that the App has not written',
}

const UNUSABLE = 'it has a workflow file that this server cannot use'

/** Every repository of every installation, one after the other, in the order of their names. */
export async function* onboardAll(deps: OnboardAllDeps): AsyncGenerator<OnboardingLine> {
  const wave = { left: deps.wave }
  const installations = await deps.github.listInstallations()
  for (const installation of installations.filter(({ account }) => deps.isAllowed(account))) {
    try {
      yield* onboardInstallation(deps, installation, wave)
    } catch (error) {
      if (!(error instanceof GithubRefused)) throw error
      yield { kind: 'failed', subject: installation.account.login, text: describeRefusal(error) }
    }
  }
}

async function* onboardInstallation(
  deps: OnboardAllDeps,
  installation: Installation,
  wave: { left: number },
): AsyncGenerator<OnboardingLine> {
  if (installation.suspended) {
    const subject = installation.account.login
    yield { kind: 'nothing', subject, text: 'the account has suspended the installation' }
    return
  }
  const all = await deps.github.listRepositories(installation.id)
  const repositories = all
    .filter(({ owner, name }) => deps.matches({ owner: owner.login, name }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
  if (repositories.length > 0) yield* onboardAccount(deps, installation, repositories, wave)
}

async function* onboardAccount(
  deps: OnboardAllDeps,
  installation: Installation,
  repositories: readonly InstalledRepository[],
  wave: { left: number },
): AsyncGenerator<OnboardingLine> {
  const runnerId = await deps.runnerOf(installation.account.id)
  const read = await readAccountWorkflow(deps.github, deps.config, installation)
  if (read.kind === 'refused') {
    yield { kind: 'failed', subject: installation.account.login, text: read.why }
    return
  }
  const workflow = { ...read.workflow, runnerId }
  for (const repository of repositories) {
    const subject = `${repository.owner.login}/${repository.name}`
    try {
      yield { subject, ...(await onboardOne(deps, repository, installation.id, workflow, wave)) }
    } catch (error) {
      if (!(error instanceof GithubRefused)) throw error
      yield { kind: 'failed', subject, text: describeRefusal(error) }
    }
  }
}

async function onboardOne(
  deps: OnboardAllDeps,
  repository: InstalledRepository,
  installationId: number,
  workflow: AccountWorkflow,
  wave: { left: number },
): Promise<Omit<OnboardingLine, 'subject'>> {
  const examine = () => examineRepository(deps, repository, installationId, workflow)
  const examined = await examine()
  const { step, problems } = examined
  if (problems.length > 0) return { kind: 'failed', text: `${UNUSABLE}: ${problems.join('; ')}` }
  if (step.kind === 'nothing') return { kind: 'nothing', text: WHY[step.why] }
  if (step.kind === 'open') {
    if (wave.left === 0) return { kind: 'waiting', text: 'for the next wave' }
    wave.left--
  }
  if (deps.isDryRun && step.kind === 'open') return { kind: 'would-open', text: examined.url }
  if (deps.isDryRun && step.kind === 'refresh') return { kind: 'would-refresh', text: step.pull.url }
  if (deps.isDryRun && step.kind === 'withdraw') return { kind: 'would-close', text: step.pull.url }
  if (step.kind !== 'link') await deps.pause()
  const done = await onboardUnlessDone(deps, examined, workflow, examine)
  switch (done.kind) {
    case 'nothing':
      // The server was faster.
      if (step.kind === 'open') wave.left++
      return { kind: 'nothing', text: WHY[done.why] }
    case 'link':
      return {
        kind: 'link',
        text: done.hasText ? done.url : `${done.url} (paste the output of \`${commandOf('workflow')}\`)`,
      }
    case 'opened':
    case 'refreshed':
    case 'closed':
      return { kind: done.kind, text: done.url }
  }
}

/** GitHub also refuses what the server was faster to do, which onboards the repositories of small installations itself. */
async function onboardUnlessDone(
  deps: OnboardAllDeps,
  examined: Examined,
  workflow: AccountWorkflow,
  examine: () => Promise<Examined>,
): Promise<Onboarded> {
  try {
    return await onboardRepository(deps, examined, workflow)
  } catch (error) {
    if (!(error instanceof GithubRefused)) throw error
    const { step } = await examine()
    if (step.kind === 'nothing' && step.why === 'waits-for-merge') return step
    throw error
  }
}

/** In GitHub's own words where there are any: the texts of reasons are about jobs. */
const describeRefusal = ({ cause, message }: GithubRefused): string =>
  cause instanceof Error ? `GitHub refused: ${cause.message.split(' - https://')[0]}` : message
