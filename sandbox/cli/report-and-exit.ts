import { BadOptions } from './read-options.ts'

/** Runs a command to its exit code: 2 for a mistake in the command line, 1 for anything else that went wrong. */
export async function reportAndExit(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    const isBadOptions = error instanceof BadOptions
    process.stderr.write(`error: ${isBadOptions ? error.message : describe(error)}\n`)
    process.exitCode = isBadOptions ? 2 : 1
  }
}

/** With its causes: "fetch failed" alone helps nobody. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause === undefined ? error.message : `${error.message}: ${describe(error.cause)}`
}
