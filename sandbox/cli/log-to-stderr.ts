import { shortLogLine } from './short-log-line.ts'

/** While the command ends, its parts log lost connections to each other, which are not shown. */
export function logToStderr(options: {
  readonly verbose: boolean
  readonly signal: AbortSignal
}): (line: string) => void {
  return (line) => {
    const shown = options.verbose ? line : options.signal.aborted ? null : shortLogLine(line)
    if (shown !== null) process.stderr.write(`${shown}\n`)
  }
}
