import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AppCommand, isRunning, launchApp } from './launch-app.ts'

/** The app under a supervisor: if its process ends, it is restarted. */
export interface AppProcess {
  /** The address of this server, not of a balancer. */
  readonly url: string
  /** Resolves when /readyz responds. `main`: of another version of the app, which is used from then on. */
  start(main?: string): Promise<void>
  /** Resolves when the process has ended. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Sends a signal, such as SIGSTOP or SIGCONT. If it ends the process, the process is restarted. */
  signal(signal: NodeJS.Signals): void
}

/** Before SIGKILL. The whole sandbox must end within five seconds. */
const GRACE_MS = 2_500
const RESTART_DELAY_MS = 250
/** After this many crashes in a row, each within `STEADY_MS`, the app is not restarted. */
const MAX_CRASHES = 5
const STEADY_MS = 10_000

export function appProcess(command: AppCommand): AppProcess {
  let child: ChildProcess | null = null
  let shouldRun = false
  let crashes = 0
  let program = command.main
  let again: NodeJS.Timeout | undefined

  const launch = async (): Promise<void> => {
    const startedAt = performance.now()
    const launched = launchApp({ ...command, main: program })
    child = launched.child
    let wasUp = false
    launched.child.once('exit', (code, signal) => {
      // `ready` reports a process that never became ready.
      if (!shouldRun || !wasUp) return
      command.onLine(`it crashed (${signal ?? `exit code ${code}`})`)
      restart(performance.now() - startedAt)
    })
    await launched.ready
    wasUp = true
  }

  const restart = (ranMs: number): void => {
    crashes = ranMs > STEADY_MS ? 1 : crashes + 1
    if (crashes > MAX_CRASHES) {
      command.onLine(`it crashed ${crashes} times in a row and is not restarted`)
      return
    }
    again = setTimeout(() => {
      launch().then(
        () => command.onLine('it was restarted'),
        (error: unknown) => {
          child?.kill('SIGKILL')
          if (!shouldRun) return
          command.onLine(error instanceof Error ? error.message : String(error))
          restart(0)
        },
      )
    }, RESTART_DELAY_MS)
  }

  return {
    url: command.baseUrl,
    start: async (main = program) => {
      if (child && isRunning(child)) throw new Error('the app is already running: stop it first')
      program = main
      clearTimeout(again)
      shouldRun = true
      crashes = 0
      await launch()
    },
    stop: async (signal) => {
      shouldRun = false
      clearTimeout(again)
      if (child && isRunning(child)) await end(child, signal)
    },
    signal: (signal) => {
      if (child && isRunning(child)) child.kill(signal)
    },
  }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const exited = once(child, 'exit')
  child.kill(signal)
  const timer = setTimeout(() => child.kill('SIGKILL'), GRACE_MS)
  await exited
  clearTimeout(timer)
}
