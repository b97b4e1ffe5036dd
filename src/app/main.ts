import { commandOf } from './command-line/command-name.ts'
import { HELP, parseArguments, runCommand } from './command-line/run-command.ts'
import type { Config } from './config/config.ts'
import { DEFAULT_CREDENTIALS_FILE } from './config/credentials-file.ts'
import { loadEnvironmentFile, setPrivateUmask } from './config/prepare-process.ts'
import { readConfig } from './config/read-config.ts'
import { describeMissing, describeStartFailure, readStart, type SetupConfig } from './config/read-start.ts'
import { recoverSetup, runSetup } from './run-setup.ts'
import { startApp } from './start-app.ts'
import { openStore } from './store/open/open-store.ts'

setPrivateUmask()
await runCommand({
  usage: `usage: ${commandOf('start')}
Starts the server, or the page that registers its GitHub App, with the variables of the environment and of a file .env in
this folder. docs/configuration.md lists them.
`,
  readArguments: () => parseArguments({ options: { help: HELP } }).values,
  async run() {
    await start()
    return 0
  },
})

async function start(): Promise<void> {
  loadEnvironmentFile()
  try {
    await recoverSetup(process.env.CREDENTIALS_FILE || DEFAULT_CREDENTIALS_FILE, tell)
    const start = readStart(process.env)
    switch (start.kind) {
      case 'invalid':
        refuse(start.problems)
        break
      case 'run':
        await startApp(start.config)
        break
      case 'setup':
        await setUp(start.setup)
    }
  } catch (error) {
    tell(describeStartFailure(error))
    process.exit(1)
  }
}

/** Registers the App, then starts the server on the same port. */
async function setUp(setup: SetupConfig): Promise<void> {
  await requireUsableDatabase(setup)
  const { variables, port, release } = await runSetup(setup, tell)
  const config: Config = complete(variables)
  await startApp({ ...config, port }, release)
}

/** GitHub hands over the credentials of an App only once: what would stop the server after that has to stop it before. */
async function requireUsableDatabase({ databaseUrl, keyPepper }: SetupConfig): Promise<void> {
  const store = await openStore(databaseUrl, { isChecked: true, keyPepper })
  await store.close()
}

function complete(variables: Readonly<Record<string, string>>): Config {
  const read = readConfig({ ...process.env, ...variables })
  return read.kind === 'valid' ? read.config : refuse(read.problems)
}

function refuse(problems: readonly string[]): never {
  tell(describeMissing(problems, process.env))
  process.exit(1)
}

function tell(text: string): void {
  process.stderr.write(text)
}
