import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'

/** The app, as its own process. */
export interface AppProcess {
  /** Resolves when it answers on /readyz. */
  start(): Promise<void>
  /** Resolves when it is gone. */
  stop(signal: NodeJS.Signals): Promise<void>
}

export interface AppProcessOptions {
  readonly main: string
  readonly cwd: string
  readonly baseUrl: string
  readonly env: Readonly<Record<string, string>>
  readonly onLine: (line: string) => void
}

const READY_WITHIN_MS = 15_000
const ASK_AGAIN_MS = 25
/** For its own end; the whole sandbox has to be gone within five seconds. */
const GRACE_MS = 2_500
const LAST_LINES = 10

export function appProcess(options: AppProcessOptions): AppProcess {
  let child: ChildProcess | null = null
  let stopping = false
  return {
    start: async () => {
      if (child && isRunning(child)) throw new Error('the app is running already: stop it first')
      const lines: string[] = []
      stopping = false
      child = spawn(process.execPath, [options.main], {
        cwd: options.cwd,
        env: options.env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      for (const output of [child.stdout, child.stderr]) {
        if (!output) continue
        createInterface({ input: output }).on('line', (line) => {
          lines.push(line)
          options.onLine(line)
        })
      }
      child.once('exit', (code, signal) => {
        if (!stopping) options.onLine(`it ended by itself (${signal ?? `exit code ${code}`})`)
      })
      await untilReady(child, options.baseUrl, lines)
    },
    stop: async (signal) => {
      if (!child || !isRunning(child)) return
      stopping = true
      const exited = once(child, 'exit')
      child.kill(signal)
      const timer = setTimeout(() => child?.kill('SIGKILL'), GRACE_MS)
      await exited
      clearTimeout(timer)
    },
  }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function untilReady(child: ChildProcess, baseUrl: string, lines: readonly string[]): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (isRunning(child)) {
    if (await answers(`${baseUrl}/readyz`)) return
    if (performance.now() > deadline) {
      throw new Error(`the app does not answer on ${baseUrl}/readyz:\n${lines.slice(-LAST_LINES).join('\n')}`)
    }
    await sleep(ASK_AGAIN_MS)
  }
  throw new Error(`the app ended instead of starting:\n${lines.slice(-LAST_LINES).join('\n')}`)
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
