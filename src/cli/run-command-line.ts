import { CommanderError } from 'commander'
import { PrenticeError } from '../client/index.ts'
import type { Context } from './commands/context.ts'
import { CommandError, EXIT } from './output/exit-code.ts'
import { plainLines } from './output/plain-text.ts'
import { createProgram } from './program.ts'

export interface CommandLine {
  readonly context: Context
  readonly version: string
  /** Called before a command of its own works, but not before a program of the server or the sandbox. */
  readonly onStart: () => void
}

/** Runs the command of these arguments and returns its exit code. */
export async function runCommandLine(
  args: readonly string[],
  { context, version, onStart }: CommandLine,
): Promise<number> {
  let exitCode: number = EXIT.done
  const { notes, out } = context.terminal
  const end = (code: number): void => {
    exitCode = code
  }
  // commander writes synchronously; the stream keeps the order.
  const output = {
    writeOut: (text: string) => void out.write(text),
    writeErr: (text: string) => void notes.write(text),
  }
  try {
    const program = createProgram({ context, version, output, end })
    program.hook('preAction', (_, command) => {
      if (!['server', 'sandbox'].includes(command.name())) onStart()
    })
    await program.parseAsync(spellOutHelp(args), { from: 'user' })
    return exitCode
  } catch (error) {
    // commander has already printed what is wrong with the arguments. `--help` is not a failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.failed
    if (context.signal.aborted) return EXIT.cancelled
    await notes.write(`${notes.paint.bad('error:')} ${plainLines(messageOf(error))}\n`)
    return codeOf(error)
  }
}

/** commander's `help` knows one level: `help batch create` would explain `batch`. */
const spellOutHelp = (args: readonly string[]): readonly string[] =>
  args[0] === 'help' && args.length > 2 ? [...args.slice(1), '--help'] : args

function codeOf(error: unknown): number {
  if (error instanceof CommandError) return error.exitCode
  return isUnauthorized(error) ? EXIT.notSignedIn : EXIT.failed
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return isUnauthorized(error) ? `${error.message}; \`prentice login\` stores another key` : error.message
}

const isUnauthorized = (error: unknown): boolean => error instanceof PrenticeError && error.status === 401
