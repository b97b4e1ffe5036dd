import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { endWithParent } from '../runner/end-with-parent.ts'

export interface AppCommand {
  readonly main: string
  /** Node's own options. */
  readonly flags?: readonly string[]
  readonly cwd: string
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly onLine: (line: string) => void
}

export interface LaunchedApp {
  readonly child: ChildProcess
  /** Resolves when /readyz responds; rejects with the last lines of output if the app ends or takes too long. */
  readonly ready: Promise<void>
}

/** A process that ends is noticed immediately; a busy machine may take a minute to start one. */
const READY_TIMEOUT_MS = 90_000
const POLL_MS = 25
const LAST_LINES = 40

/** Starts the app as a process. Its output before it is ready is reported when it is ready, or with its failure. */
export function launchApp({ main, flags = [], cwd, env, baseUrl, onLine }: AppCommand): LaunchedApp {
  const child = spawn(process.execPath, [...flags, main], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  endWithParent(child, () => child.kill('SIGKILL'))
  const early: string[] = []
  let report = (line: string): void => {
    early.push(line)
  }
  for (const output of [child.stdout, child.stderr]) {
    createInterface({ input: output }).on('line', (line) => report(line))
  }
  const ready = untilReady(child, baseUrl, early).then(() => {
    for (const line of early) onLine(line)
    report = onLine
  })
  return { child, ready }
}

export const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null

async function untilReady(child: ChildProcess, baseUrl: string, lines: readonly string[]): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS
  while (isRunning(child)) {
    if (await responds(`${baseUrl}/readyz`)) return
    if (performance.now() > deadline) {
      throw new Error(
        `the app does not respond on ${baseUrl}/readyz:\n${lines.slice(-LAST_LINES).join('\n')}`,
      )
    }
    await sleep(POLL_MS)
  }
  throw new Error(`the app ended instead of starting:\n${lines.slice(-LAST_LINES).join('\n')}`)
}

async function responds(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
