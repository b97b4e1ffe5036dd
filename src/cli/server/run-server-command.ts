import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../output/exit-code.ts'
import { SERVER_COMMANDS, type ServerCommand } from './server-commands.ts'

/** The server needs more of Node than the rest of the command line: `--use-env-proxy` and `node:sqlite`. */
const REQUIRED = { major: 24, minor: 5 }

const FORWARDED = ['SIGTERM', 'SIGHUP'] as const

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
  requireNode()
  const child = spawn(process.execPath, argumentsOf(command, args), { stdio: 'inherit' })
  const forward = (signal: NodeJS.Signals): void => void child.kill(signal)
  // A terminal sends Ctrl-C to both; the program decides what it means.
  const ignore = (): void => undefined
  process.on('SIGINT', ignore)
  for (const signal of FORWARDED) process.on(signal, forward)
  const [code, signal] = await once(child, 'exit')
  process.off('SIGINT', ignore)
  for (const one of FORWARDED) process.off(one, forward)
  if (signal !== null) process.kill(process.pid, signal)
  return code ?? 1
}

export function argumentsOf({ flags, program, args }: ServerCommand, more: readonly string[]): string[] {
  // Sources in a checkout, JavaScript in the package.
  const file = new URL(`../../${program}${extname(import.meta.url)}`, import.meta.url)
  return [...flags, fileURLToPath(file), ...args, ...more]
}

function requireNode(): void {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > REQUIRED.major || (major === REQUIRED.major && minor >= REQUIRED.minor)) return
  throw new CommandError(
    `the server needs Node ${REQUIRED.major}.${REQUIRED.minor} or newer, and this is ${process.versions.node}: install Node ${REQUIRED.major} (https://nodejs.org)`,
  )
}
