import { UnusableModel } from '../world/choose-model.ts'
import { BadOptions } from './read-options.ts'

/** Runs a command and sets the exit code: 2 for an error in the command line or the named model, 1 for any other. */
export async function reportAndExit(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const isUsersError = error instanceof BadOptions || error instanceof UnusableModel
    process.stderr.write(`error: ${error instanceof BadOptions ? error.message : describe(error)}\n`)
    process.exitCode = isUsersError ? 2 : 1
  }
}

/** Includes the causes, because "fetch failed" alone explains nothing. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`
}
