import { type ParseArgsConfig, parseArgs } from 'node:util'

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

/** Removes a hint about arguments that begin with `-`, which no program takes. Node leaves its last quote open. */
const withoutHint = (message: string): string =>
  message.replace(/\. To specify a positional argument .*$/s, '')

interface ServerProgram<Arguments> {
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

/**
 * A reader such as `head` may end before the program, which then completes its work without output: another end would
 * leave half of it done.
 */
function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

/**
 * Why the program has to stop, if npm kept options of it: `npm run onboard --dry-run` gives the program no option, and it
 * would open pull requests. npm shows what it kept in variables. `null`: it kept none. Pure.
 */
export function describeKeptByNpm(
  names: readonly string[],
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
): string | null {
  const script = environment.npm_lifecycle_event
  if (script === undefined) return null
  const kept = names
    .map((name) => `--${name}`)
    .filter((option) => isKept(environment, option) && !args.some((arg) => isOption(arg, option)))
  if (kept.length === 0) return null
  const missing = kept.join(' ')
  return `npm kept ${missing} for itself: put \`--\` before the options, as in \`npm run ${script} -- ${missing}\``
}

const isKept = (environment: NodeJS.ProcessEnv, option: string): boolean =>
  Boolean(environment[`npm_config_${option.slice(2).replaceAll('-', '_')}`])

const isOption = (arg: string, option: string): boolean => arg === option || arg.startsWith(`${option}=`)
