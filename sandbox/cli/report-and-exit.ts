import { BadOptions } from './read-options.ts'

/** Runs a command and sets the exit code: 2 for an error in the command line, 1 for any other error. */
export async function reportAndExit(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const isBadOptions = error instanceof BadOptions
    process.stderr.write(`error: ${isBadOptions ? error.message : describe(error)}\n`)
    process.exitCode = isBadOptions ? 2 : 1
  }
}

/** Includes the causes, because "fetch failed" alone explains nothing. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`
}
