import { type Command, CommanderError } from 'commander'
import { PrenticeError } from '../client/index.ts'
import type { Context } from './commands/context.ts'
import { CommandError, EXIT } from './output/exit-code.ts'
import { plainLines } from './output/plain-text.ts'
import { inTermsOfCommands } from './output/words.ts'
import { createProgram } from './program.ts'

export interface CommandLine {
  readonly context: Context
  readonly version: string
  /** Called before a command of the command line, but not before a program of the server or the sandbox. */
  readonly onStart: () => void
}

/** Runs the command of these arguments and returns its exit code. */
export async function runCommandLine(
  args: readonly string[],
  { context, version, onStart }: CommandLine,
): Promise<number> {
  let exitCode: number = EXIT.done
  const { notes, out } = context.terminal
  const setExitCode = (code: number): void => {
    exitCode = code
  }
  // commander writes synchronously; the stream keeps the order.
  const output = {
    writeOut: (text: string) => void out.write(text),
    writeErr: (text: string) => void notes.write(text),
  }
  try {
    const program = createProgram({ context, version, output, setExitCode })
    program.hook('preAction', (_, command) => {
      if (!['server', 'sandbox'].includes(command.name())) onStart()
    })
    await program.parseAsync(spellOutHelp(args, program), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has already printed what is wrong with the arguments. `--help` is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed
    if (context.signal.aborted) return EXIT.cancelled
    await notes.write(`${notes.paint.bad('error:')} ${plainLines(messageOf(error))}\n`)
    return codeOf(error)
  }
}

/**
 * commander's `help` knows one level: `help batch create` would explain `batch`, and `help batch frob` as well. `server` and
 * `sandbox` explain their own words.
 */
function spellOutHelp(args: readonly string[], program: Command): readonly string[] {
  const [help, ...words] = args
  if (help !== 'help' || words.length === 0) return args
  if (/^(-|help$)/.test(words[0] ?? '')) return ['--help']
  let explained = program
  for (const word of words) {
    if (['server', 'sandbox'].includes(explained.name())) break
    const next = explained.commands.find((one) => one.name() === word)
    if (next === undefined) throw new CommandError(noSuchCommand(words, explained))
    explained = next
  }
  return words.length === 1 ? args : [...words, '--help']
}

/** `parent`: the last of these words that is a command, or the program. */
function noSuchCommand(words: readonly string[], parent: Command): string {
  const names = parent.commands.map((one) => one.name())
  const hint =
    names.length === 0
      ? `\`${parent.name()}\` has no commands of its own`
      : `name one of ${names.join(', ')}, or none`
  return `there is no command \`${words.join(' ')}\`: ${hint}`
}

function codeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  return isUnauthorized(error) ? EXIT.notSignedIn : EXIT.failed
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (isUnauthorized(error)) return `${error.message}; \`prentice login\` stores another key`
  return error instanceof PrenticeError ? inTermsOfCommands(error.message) : error.message
}

const isUnauthorized = (error: unknown): boolean => error instanceof PrenticeError && error.status === 401
