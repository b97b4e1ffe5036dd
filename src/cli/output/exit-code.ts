import type { AgentJob } from '../../client/index.ts'

/** As `gh` has them (https://cli.github.com/manual/gh_help_exit-codes), which has no 3: the job has a question. */
export const EXIT = { done: 0, failed: 1, cancelled: 2, question: 3, notSignedIn: 4 } as const
export type ExitCode = (typeof EXIT)[keyof typeof EXIT]

/** Ends the command with this message and code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  constructor(message: string, exitCode: ExitCode = EXIT.failed) {
    super(message)
    this.exitCode = exitCode
  }
}

/** What a command that waited for a job returns. */
export function exitCodeOf({ status }: Pick<AgentJob, 'status'>, reason: string | null): ExitCode {
  if (status === 'completed' && reason === 'input-required') return EXIT.question
  if (status !== 'failed') return EXIT.done
  return reason === 'cancelled' ? EXIT.cancelled : EXIT.failed
}
