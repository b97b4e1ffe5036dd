/** `node src/app/onboarding/cli.ts [--match GLOB] [--wave N] [--dry-run]`. Exit code 0 done, 1 not all, 2 wrong arguments. */

import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { matchRepository } from '../../settings/match-name.ts'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { isAllowedAccount } from '../config/config.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readConfig } from '../config/read-config.ts'
import { createProbot } from '../github/request/create-probot.ts'
import { inspectApp } from '../github/rest/inspect-app.ts'
import { createGithub } from '../github/rest/octokit-github.ts'
import { onboardGithub } from '../github/rest/onboard.ts'
import { readRunnerRepository } from '../projects/runner-repository.ts'
import { openStore } from '../store/open/open-store.ts'
import { StoreMissing } from '../store/store.ts'
import { createActionInspection } from './inspect-action.ts'
import { type OnboardingLine, onboardAll } from './onboard-all.ts'
import { readTemplate, whyNoOnboarding } from './read-account-workflow.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('onboard', '[--match GLOB] [--wave N] [--dry-run]')}
Opens a pull request with the workflow file in each repository that lacks it, where the installation has granted
"Workflows: write". Elsewhere it prints a link with which a person adds the file.
  --match GLOB  only repositories whose owner/name, or whose name, matches: acme/*, docs-*
  --wave N      opens at most N pull requests, 1 to 100; by default 20
  --dry-run     changes nothing, and prints what it would do
`
/** GitHub asks for at least a second between requests that create content. */
const PAUSE_MS = 1_000

await runCommand({ usage: USAGE, readArguments, run })

function readArguments() {
  const options = {
    match: { type: 'string', default: '*' },
    wave: { type: 'string', default: '20' },
    'dry-run': { type: 'boolean', default: false },
    help: HELP,
  } as const
  const { values } = parseArguments({ options })
  if (values.match === '')
    throw new WrongArguments('--match is empty: name repositories, as in --match acme/*')
  if (!/^([1-9]\d?|100)$/.test(values.wave)) throw new WrongArguments('--wave must be a number from 1 to 100')
  return values
}

async function run(o: { match: string; wave: string; 'dry-run': boolean }): Promise<number> {
  loadEnvironmentFile()
  const read = readConfig(process.env)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const { config } = read
  const { octokits } = createProbot({ ...config, log: pino({ level: 'silent' }) })
  const deps = { octokits, apiUrl: config.apiUrl, webUrl: config.serverUrl, now: Date.now }
  const github = { ...createGithub(deps), ...inspectApp(deps), ...onboardGithub(deps) }
  const inspectAction = createActionInspection({ github, config, now: Date.now })
  const why = await whyNoOnboarding({ ...config, inspectAction }, null)
  if (why !== null) throw new Error(why)
  const lines = onboardAll({
    github,
    config,
    settings: readTemplate('settings-template.yml'),
    isAllowed: isAllowedAccount(config.allowedAccounts),
    runnerOf: (accountId) => findRunnerId(config.databaseUrl, accountId),
    matches: matchRepository(o.match),
    wave: Number(o.wave),
    isDryRun: o['dry-run'],
    pause: () => sleep(PAUSE_MS),
  })
  const counts = new Map<OnboardingLine['kind'], number>()
  for await (const { kind, subject, text } of lines) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    process.stdout.write(`${kind.padEnd(13)}  ${subject}  ${text}\n`)
  }
  const total = [...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')
  process.stderr.write(total === '' ? `${whyEmpty(o.match)}\n` : `${total}\n`)
  if (counts.has('waiting')) process.stderr.write('run the same command again for the next wave\n')
  return counts.has('failed') ? 1 : 0
}

/** Before the first start of the server there is no database, and so no runner repository. */
async function findRunnerId(databaseUrl: string, accountId: number): Promise<number | null> {
  const store = await openStore(databaseUrl, { mustExist: true }).catch((error: unknown) => {
    if (error instanceof StoreMissing) return null
    throw error
  })
  if (store === null) return null
  try {
    return (await readRunnerRepository(store, accountId))?.repositoryId ?? null
  } finally {
    await store.close()
  }
}

function whyEmpty(match: string): string {
  if (match === '*')
    return 'the App is installed on no repository of ALLOWED_ACCOUNTS: install it from its page on GitHub, Install App'
  return `no repository matches ${match}: \`${commandOf('projects')}\` lists the repositories`
}
