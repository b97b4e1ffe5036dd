import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../output/exit-code.ts'
import { proxyProblem } from './proxy-problem.ts'
import { requireNode, requirePackages, runProgram } from './run-program.ts'

/** One of the server's own commands: the program that `npm run <name>` starts in a checkout. */
interface ServerCommand {
  readonly name: string
  readonly description: string
  /** Its file in `src`, without the extension. */
  readonly program: string
  /** Flags of Node. */
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  /** First arguments of the program. */
  readonly args: readonly string[]
}

/** Node reads HTTPS_PROXY and HTTP_PROXY. */
const PROXY = '--use-env-proxy'

const command = (
  name: string,
  description: string,
  program: string,
  { flags = [], environment = {}, args = [] }: Partial<ServerCommand> = {},
): ServerCommand => ({ name, description, program, flags, environment, args })

/** A test compares them with the scripts of package.json. */
export const SERVER_COMMANDS: readonly ServerCommand[] = [
  command('start', 'start the server, or its setup page', 'app/main', {
    flags: [
      PROXY,
      '--max-semi-space-size=6',
      '--no-parallel-scavenge',
      '--no-maglev',
      '--no-allocation-site-pretenuring',
      '--heap-growing-percent=30',
    ],
    // Each thread of V8 would keep its freed memory.
    environment: { MALLOC_ARENA_MAX: '2' },
  }),
  command('keys', 'create, list, rotate and revoke API keys', 'app/keys/cli/cli'),
  command('projects', 'list the projects and their ids', 'app/ops/list-projects'),
  command('doctor', 'check the configuration, GitHub and the store', 'app/doctor/cli', { flags: [PROXY] }),
  command('backup', 'copy the database while the server runs', 'app/ops/backup'),
  command('move', 'copy the database to the one that MOVE_TO names', 'app/ops/move'),
  command('report', 'print a report of a job for a public issue', 'app/ops/report'),
  command(
    'runner-repository',
    'name the repository that runs the workflows of an account',
    'app/ops/runner-repository',
    {
      flags: [PROXY],
    },
  ),
  command('pause', 'start no more runs for an account or a project', 'app/ops/pause', { args: ['pause'] }),
  command('resume', 'end the pause of an account or a project', 'app/ops/pause', { args: ['resume'] }),
  command('workflow', 'print the workflow file of a repository', 'app/onboarding/print-workflow', {
    flags: [PROXY],
  }),
  command('onboard', 'open pull requests that add the workflow file', 'app/onboarding/cli', {
    flags: [PROXY],
  }),
]

export const describeServerCommands = (): string =>
  `Usage: prentice server <command> [arguments]

The commands of the server, with the server's environment variables and in its directory. \`prentice server help <command>\`
explains one.

${SERVER_COMMANDS.map(({ name, description }) => `  ${name.padEnd(19)}${description}`).join('\n')}
`

/** Runs one of the server's programs in place of this one. Returns its exit code. */
export async function runServerCommand(name: string, args: readonly string[]): Promise<number> {
  const command = SERVER_COMMANDS.find((one) => one.name === name)
  if (command === undefined)
    throw new CommandError(`there is no command \`server ${name}\`\n\n${describeServerCommands()}`)
  requireNode('the server')
  requirePackages('the server')
  const problem = command.flags.includes(PROXY) ? proxyProblem(process.env) : null
  if (problem !== null) throw new CommandError(problem)
  return runProgram(argumentsOf(command, args), command.environment)
}

export function argumentsOf({ flags, program, args }: ServerCommand, more: readonly string[]): string[] {
  // Sources in a checkout, JavaScript in the package.
  const file = new URL(`../../${program}${extname(import.meta.url)}`, import.meta.url)
  return [...flags, fileURLToPath(file), ...args, ...more]
}
