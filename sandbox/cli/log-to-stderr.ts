import { shortLogLine } from './short-log-line.ts'

/** Once the command is being ended, what its parts say of each other's going is no news. */
export function logToStderr(options: {
  readonly verbose: boolean
  readonly signal: AbortSignal
}): (line: string) => void {
  return (line) => {
    const shown = options.verbose ? line : options.signal.aborted ? null : shortLogLine(line)
    if (shown !== null) process.stderr.write(`${shown}\n`)
  }
}
