/** `node src/app/ops/runner-repository.ts`: npm run runner-repository. Exit code 0: done, 1: failed, 2: wrong arguments. */

import { userInfo } from 'node:os'
import { pino } from 'pino'
import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand, WrongArguments } from '../command-line/run-command.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readConfig } from '../config/read-config.ts'
import { createProbot } from '../github/request/create-probot.ts'
import { inspectApp } from '../github/rest/inspect-app.ts'
import { createGithub } from '../github/rest/octokit-github.ts'
import { createActionInspection } from '../onboarding/inspect-action.ts'
import { openStore } from '../store/open/open-store.ts'
import { listRunnerRepositories, nameForAccount, removeForAccount } from './name-runner-repository.ts'

setPrivateUmask()
const USAGE = `usage: ${commandOf('runner-repository')}                 lists the runner repositories
       ${commandOf('runner-repository', '--account LOGIN --repository OWNER/NAME [--allow-setup]')}
       ${commandOf('runner-repository', '--account LOGIN --remove')}
Runs all work of an account in the workflow of one private repository, so that the others need no workflow and no secret.
  --allow-setup  lets the setup commands of all repositories run there, with network access
`

await runCommand({
  usage: USAGE,
  readArguments,
  async run(args) {
    process.stdout.write(`${(await listOrChange(args)).join('\n')}\n`)
    return 0
  },
})

function readArguments() {
  const options = {
    account: { type: 'string' },
    repository: { type: 'string' },
    'allow-setup': { type: 'boolean', default: false },
    remove: { type: 'boolean', default: false },
    help: HELP,
  } as const
  const { values } = parseArguments({ options })
  const { account, repository, remove } = values
  const isOrder = repository !== undefined || remove || values['allow-setup']
  if (account === undefined && isOrder) throw new WrongArguments('name --account')
  if (repository !== undefined && remove) throw new WrongArguments('name --repository or --remove, not both')
  if (account !== undefined && repository === undefined && !remove)
    throw new WrongArguments('name --repository or --remove')
  return values
}

async function listOrChange({
  account,
  repository,
  'allow-setup': allowsSetup,
}: ReturnType<typeof readArguments>): Promise<string[]> {
  loadEnvironmentFile()
  const read = readConfig(process.env)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const { config } = read
  const store = await openStore(config.databaseUrl, { mustExist: true })
  const { octokits } = createProbot({ ...config, log: pino({ level: 'silent' }) })
  const access = { octokits, apiUrl: config.apiUrl, webUrl: config.serverUrl, now: Date.now }
  const github = { ...createGithub(access), ...inspectApp(access) }
  const deps = {
    ...config,
    store,
    github,
    inspectAction: createActionInspection({ github, config, now: Date.now }),
    now: Date.now,
    auditMs: config.retention.auditMs,
  }
  try {
    const by = userInfo().username
    if (account === undefined) return await listRunnerRepositories(deps)
    return repository === undefined
      ? await removeForAccount(deps, { account, by })
      : await nameForAccount(deps, { account, repository, allowsSetup, by })
  } finally {
    await store.close()
  }
}
