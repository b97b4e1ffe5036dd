/** `node src/app/doctor/cli.ts [--json] [--settings FILE [--organisation]] [--suggest FOLDER]`. Exit code 0 nothing fails, 1 something does, 2 wrong arguments. */

import { readdir, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pino } from 'pino'
import { MANIFESTS, suggestCommands, writeSuggestion } from '../../settings/suggest-commands.ts'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { type Config, isAllowedAccount } from '../config/config.ts'
import { isUnregistered } from '../config/credentials-file.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readStart } from '../config/read-start.ts'
import { readManifest } from '../config/registration.ts'
import type { Github } from '../github/github.ts'
import { createProbot } from '../github/request/create-probot.ts'
import { type AppInspection, inspectApp } from '../github/rest/inspect-app.ts'
import { createGithub } from '../github/rest/octokit-github.ts'
import { type OnboardGithub, onboardGithub } from '../github/rest/onboard.ts'
import { createActionInspection, type InspectAction } from '../onboarding/inspect-action.ts'
import { checkBudgets, checkNotify, checkRunnerRepository } from './check-account.ts'
import { checkApp, checkDashboard, checkWebhook } from './check-app.ts'
import { checkProjects } from './check-projects.ts'
import {
  checkAction,
  checkClock,
  checkConfiguration,
  checkHolds,
  checkPace,
  checkReusableWorkflows,
  checkStore,
} from './check-server.ts'
import { checkSettingsFile } from './check-settings.ts'
import { type Finding, fail, lineOf } from './finding.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('doctor', '[--json] [--settings FILE [--organisation] | --suggest FOLDER]')}
Checks the configuration, GitHub, the projects and the store.
With --settings it checks one settings file (.github/prentice.yml) and nothing else; with --organisation too, that of an
organisation (prentice.yml of its repository .github).
With --suggest it prints settings that suit the repository in the folder: commands for setup and checks.
`
const HOW_TO_REGISTER =
  'start the server, and open /setup on it to register one; for an App that exists, set APP_ID, PRIVATE_KEY and WEBHOOK_SECRET'

await runCommand({
  usage: USAGE,
  readArguments,
  run: async ({ json: isJson, settings, organisation: isOrganisation, suggest: folder }) =>
    folder === undefined
      ? diagnose(settings === undefined ? null : { path: settings, isOrganisation }, isJson)
      : printSuggestion(folder, { isJson }),
})

function readArguments() {
  const options = {
    json: { type: 'boolean', default: false },
    settings: { type: 'string' },
    organisation: { type: 'boolean', default: false },
    suggest: { type: 'string' },
    help: HELP,
  } as const
  const { values } = parseArguments({ options })
  if (values.settings !== undefined && values.suggest !== undefined)
    throw new WrongArguments('name --settings or --suggest, not both')
  if (values.organisation && values.settings === undefined)
    throw new WrongArguments('--organisation needs a file: --settings FILE')
  return values
}

interface SettingsToCheck {
  readonly path: string
  readonly isOrganisation: boolean
}

async function* findings(settings: SettingsToCheck | null): AsyncGenerator<Finding> {
  if (settings !== null) {
    yield* await checkSettingsFile(settings.path, settings)
    return
  }
  loadEnvironmentFile()
  const start = readStart(process.env)
  if (start.kind !== 'run') {
    const problems = start.kind === 'invalid' ? start.problems : []
    for (const problem of problems) yield fail('configuration', problem, 'see docs/configuration.md')
    if (isUnregistered(process.env)) yield fail('GitHub App', 'this server has none yet', HOW_TO_REGISTER)
    return
  }
  const { config } = start
  const log = pino({ level: 'silent' })
  const { octokits } = createProbot({ ...config, log })
  const deps = { octokits, apiUrl: config.apiUrl, webUrl: config.serverUrl, now: Date.now }
  const github = { ...createGithub(deps), ...inspectApp(deps), ...onboardGithub(deps) }
  const inspectAction = createActionInspection({ github, config, now: Date.now })
  yield* runChecks({ config, github, inspectAction })
}

async function diagnose(settings: SettingsToCheck | null, isJson: boolean): Promise<number> {
  const told: Finding[] = []
  const tell = (finding: Finding): void => {
    told.push(finding)
    if (!isJson) process.stdout.write(`${lineOf(finding)}\n`)
  }
  try {
    for await (const finding of findings(settings)) tell(finding)
  } catch (error) {
    // For example, a malformed private key.
    tell(fail('credentials', error instanceof Error ? error.message : String(error), 'check PRIVATE_KEY'))
  }
  const failed = told.some(({ status }) => status === 'fail')
  if (isJson) process.stdout.write(`${JSON.stringify({ ok: !failed, findings: told }, null, 2)}\n`)
  return failed ? 1 : 0
}

/** Prints settings that suit the repository in a folder. Returns the exit code: 1 if nothing is suggested. */
async function printSuggestion(folder: string, { isJson }: { readonly isJson: boolean }): Promise<number> {
  // npm changes to the folder of Prentice; INIT_CWD is where the person was.
  const root = resolve(process.env.INIT_CWD ?? '', folder)
  try {
    const names = await readdir(root)
    const found = MANIFESTS.filter((name) => names.includes(name))
    const texts = await Promise.all(
      found.map(async (name) => [name, await readFile(resolve(root, name), 'utf8')] as const),
    )
    const suggestion = suggestCommands({ names, texts: Object.fromEntries(texts) })
    const text = writeSuggestion(suggestion)
    if (isJson) process.stdout.write(`${JSON.stringify(suggestion, null, 2)}\n`)
    else if (text !== '') process.stdout.write(`# .github/prentice.yml\n${text}\n`)
    if (text !== '') return 0
    process.stderr.write(
      `${root} has no manifest from which checks can be suggested: add your own under checks: (docs/checks.md)\n`,
    )
    return 1
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    process.stderr.write(`error: ${root} cannot be read (${why}): name the folder of a checkout\n`)
    return 1
  }
}

/** Everything that has to be right, one after the other. Changes nothing, here or on GitHub. */
export async function* runChecks({
  config,
  github,
  inspectAction,
}: {
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
  readonly inspectAction: InspectAction
}): AsyncGenerator<Finding> {
  yield checkConfiguration(config)
  yield checkPace(config)
  yield* await attempt('store', () => checkStore(config.databaseUrl, config.keyPepper))
  yield* await attempt('paused', () => checkHolds(config.databaseUrl))
  yield* await attempt('clock', () => checkClock(github))
  const settings = `${config.serverUrl}/settings`
  const manifest = readManifest()
  const app = await attempt('credentials', () => checkApp(github, manifest, settings))
  yield* app
  // GitHub answers nothing else to an App that it does not know.
  if (app.some(({ check, status }) => check === 'credentials' && status === 'fail')) return
  yield* await attempt('dashboard', () => checkDashboard(github, config, settings))
  yield* await attempt('webhook', () => checkWebhook(github, config.publicUrl))
  yield* await attempt('action', async () => {
    const [first] = (await github.listInstallations()).filter(({ suspended }) => !suspended)
    return checkAction({ ...config, inspectAction }, first?.id ?? null)
  })
  yield* await attempt('reusable', () => checkReusableWorkflows({ ...config, github }))
  const isAllowed = isAllowedAccount(config.allowedAccounts)
  const projects = checkProjects({
    ...config,
    github,
    inspectAction,
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

function broken(check: string, error: unknown): Finding {
  return fail(
    check,
    error instanceof Error ? error.message : String(error),
    `fix this and run \`${commandOf('doctor')}\` again`,
  )
}
