import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RecordedLine {
  /** Milliseconds after the start of the command. */
  readonly at: number
  /** The line as the command printed it, with its escape sequences. */
  readonly text: string
}

/** Runs a shell command in a pseudo-terminal, where it prints in colour, and returns its lines with their times. */
export async function recordTerminal(
  command: string,
  options: {
    readonly cwd: string
    readonly columns: number
    readonly environment: Readonly<Record<string, string | undefined>>
  },
): Promise<RecordedLine[]> {
  const inTerminal = `stty cols ${options.columns} && ${command}`
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', inTerminal, '/dev/null'], {
    cwd: options.cwd,
    env: options.environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const start = performance.now()
  const lines: RecordedLine[] = []
  // A terminal ends lines with CR LF.
  for await (const text of createInterface({ input: child.stdout, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push({ at: performance.now() - start, text })
  }
  const [code] = await ended
  if (code !== 0) {
    const output = lines.map(({ text }) => text).join('\n')
    throw new Error(`\`${command}\` ended with exit code ${code}:\n${output}`)
  }
  return lines
}
