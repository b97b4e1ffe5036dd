import { commandOf } from '../command-line/command-name.ts'
import { type Config, isAllowedAccount } from '../config/config.ts'
import { readManifest } from '../config/registration.ts'
import type { Github } from '../github/github.ts'
import type { AppInspection } from '../github/rest/inspect-app.ts'
import type { OnboardGithub } from '../github/rest/onboard.ts'
import { checkBudgets, checkNotify, checkRunnerRepository } from './check-account.ts'
import { checkApp, checkDashboard, checkWebhook } from './check-app.ts'
import { checkProjects } from './check-projects.ts'
import {
  checkClock,
  checkConfiguration,
  checkHolds,
  checkPace,
  checkReusableWorkflows,
  checkStore,
} from './check-server.ts'
import { type Finding, fail } from './finding.ts'

export interface DoctorDeps {
  readonly config: Config
  readonly github: AppInspection &
    Pick<
      Github,
      | 'listInstallations'
      | 'findInstallation'
      | 'identity'
      | 'listRepositories'
      | 'readOrganisationFile'
      | 'readRepository'
      | 'isProtected'
    > &
    Pick<OnboardGithub, 'findPull'>
}

/** Everything that has to be right, one after the other. Changes nothing, here or on GitHub. */
export async function* runChecks({ config, github }: DoctorDeps): AsyncGenerator<Finding> {
  yield checkConfiguration(config)
  yield checkPace(config)
  yield* await attempt('store', () => checkStore(config.databaseUrl, config.keyPepper))
  yield* await attempt('paused', () => checkHolds(config.databaseUrl))
  yield* await attempt('clock', () => checkClock(github))
  const settings = `${config.serverUrl}/settings`
  const manifest = readManifest()
  const app = await attempt('credentials', () => checkApp(github, manifest, settings))
  yield* app
  // Who is not known by GitHub hears nothing else from it.
  if (app.some(({ check, status }) => check === 'credentials' && status === 'fail')) return
  yield* await attempt('dashboard', () => checkDashboard(github, config, settings))
  yield* await attempt('webhook', () => checkWebhook(github, config.publicUrl))
  yield* await attempt('reusable', () => checkReusableWorkflows({ ...config, github }))
  const isAllowed = isAllowedAccount(config.allowedAccounts)
  const projects = checkProjects({
    ...config,
    github,
    isAllowed,
    needed: manifest.default_permissions,
    checkBudgets: (account, organisation) =>
      checkBudgets(config.databaseUrl, account, organisation, Date.now()),
    checkNotify: (account, repository, notify) => checkNotify(config, account, repository, notify),
    checkRunner: (account) => checkRunnerRepository(config.databaseUrl, github, account),
  })
  try {
    yield* projects
  } catch (error) {
    yield broken('project', error)
  }
}

/** A check that could not be made has failed, and the others are made. */
async function attempt(check: string, work: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await work()
  } catch (error) {
    return [broken(check, error)]
  }
}

const broken = (check: string, error: unknown): Finding =>
  fail(
    check,
    error instanceof Error ? error.message : String(error),
    `fix this and run \`${commandOf('doctor')}\` again`,
  )
