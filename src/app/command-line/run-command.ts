import { type ParseArgsConfig, parseArgs } from 'node:util'
import { ignoreClosedOutput } from './ignore-closed-output.ts'
import { describeKeptByNpm } from './kept-by-npm.ts'

/** An error in the command line. The usage is shown with it. */
export class WrongArguments extends Error {}

/** The option of every program. */
export const HELP = { type: 'boolean', short: 'h', default: false } as const

/** `parseArgs` of Node; throws WrongArguments. */
export function parseArguments<const T extends ParseArgsConfig>(config: T) {
  const kept = describeKeptByNpm(Object.keys(config.options ?? {}), process.argv.slice(2), process.env)
  if (kept !== null) throw new WrongArguments(kept)
  try {
    return parseArgs(config)
  } catch (error) {
    throw new WrongArguments(withoutHint(messageOf(error)))
  }
}

/** How to pass an argument that begins with `-`, which no program has, and with a quote that does not end. */
const withoutHint = (message: string): string =>
  message.replace(/\. To specify a positional argument .*$/s, '')

export interface ServerProgram<Arguments> {
  readonly usage: string
  /** May throw WrongArguments. */
  readonly readArguments: () => Arguments
  /** Returns the exit code. */
  readonly run: (args: Arguments) => Promise<number>
}

/** Runs a program of the server to its end, with the exit code of `run`; 1: it threw an error, 2: wrong arguments. */
export async function runCommand<Arguments extends { readonly help: boolean }>(
  program: ServerProgram<Arguments>,
): Promise<void> {
  ignoreClosedOutput()
  try {
    const args = program.readArguments()
    if (args.help) process.stdout.write(program.usage)
    else process.exitCode = await program.run(args)
  } catch (error) {
    const isUsage = error instanceof WrongArguments
    process.stderr.write(`error: ${messageOf(error)}\n${isUsage ? program.usage : ''}`)
    process.exitCode = isUsage ? 2 : 1
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
