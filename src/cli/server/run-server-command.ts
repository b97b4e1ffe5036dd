import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CommandError } from '../output/exit-code.ts'
import { proxyProblem } from './proxy-problem.ts'
import { requireNode, runProgram } from './run-program.ts'
import { PROXY, SERVER_COMMANDS, type ServerCommand } from './server-commands.ts'

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
  const problem = command.flags.includes(PROXY) ? proxyProblem(process.env) : null
  if (problem !== null) throw new CommandError(problem)
  return runProgram(argumentsOf(command, args), command.environment)
}

export function argumentsOf({ flags, program, args }: ServerCommand, more: readonly string[]): string[] {
  // Sources in a checkout, JavaScript in the package.
  const file = new URL(`../../${program}${extname(import.meta.url)}`, import.meta.url)
  return [...flags, fileURLToPath(file), ...args, ...more]
}
