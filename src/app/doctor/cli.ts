/** `node src/app/doctor/cli.ts [--json]`. Exit code 0 nothing fails, 1 something does, 2 wrong arguments. */
import { pino } from 'pino'
import { loadEnvironmentFile } from '../config/load-environment-file.ts'
import { readConfig } from '../config/read-config.ts'
import { createProbot } from '../github/rest/create-probot.ts'
import { inspectApp } from '../github/rest/inspect-app.ts'
import { createGithub } from '../github/rest/octokit-github.ts'
import { type Finding, fail, lineOf } from './finding.ts'
import { runChecks } from './run-checks.ts'

const args = process.argv.slice(2)
const isJson = args.includes('--json')
if (args.some((arg) => arg !== '--json')) {
  process.stderr.write(
    'usage: npm run doctor [-- --json]\nChecks the configuration, GitHub, the projects and the store.\n',
  )
  process.exit(args.includes('--help') ? 0 : 2)
}

async function* findings(): AsyncGenerator<Finding> {
  loadEnvironmentFile()
  const read = readConfig(process.env)
  if (read.kind === 'invalid') {
    for (const problem of read.problems) yield fail('configuration', problem, 'see docs/configuration.md')
    return
  }
  const { config } = read
  const log = pino({ level: 'silent' })
  const { octokits } = createProbot({ ...config, log })
  const deps = { octokits, apiUrl: config.apiUrl, webUrl: config.serverUrl, now: Date.now }
  yield* runChecks({ config, github: { ...createGithub(deps), ...inspectApp(deps) } })
}

const told: Finding[] = []
try {
  for await (const finding of findings()) {
    told.push(finding)
    if (!isJson) process.stdout.write(`${lineOf(finding)}\n`)
  }
} catch (error) {
  // A private key that is none, say.
  const finding = fail(
    'credentials',
    error instanceof Error ? error.message : String(error),
    'check PRIVATE_KEY',
  )
  told.push(finding)
  if (!isJson) process.stdout.write(`${lineOf(finding)}\n`)
}
const failed = told.some(({ status }) => status === 'fail')
if (isJson) process.stdout.write(`${JSON.stringify({ ok: !failed, findings: told }, null, 2)}\n`)
process.exitCode = failed ? 1 : 0
