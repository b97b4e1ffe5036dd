import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { type AppCommand, isRunning, launchApp } from './launch-app.ts'

/** The app, kept running as a service manager would: one that ends by itself is started again. */
export interface AppProcess {
  /** Its own address, past any balancer. */
  readonly url: string
  /** Resolves when it answers on /readyz. */
  start(): Promise<void>
  /** Resolves when it is gone. */
  stop(signal: NodeJS.Signals): Promise<void>
  /** Halts it as it is, or lets it go on. What ends it counts as an end by itself. */
  signal(signal: NodeJS.Signals): void
}

/** For its own end; the whole sandbox has to be gone within five seconds. */
const GRACE_MS = 2_500
const START_AGAIN_MS = 250
/** An app that falls so often, never up for longer than `STEADY_MS`, has a fault that no start mends. */
const MOST_FALLS = 5
const STEADY_MS = 10_000

export function appProcess(command: AppCommand): AppProcess {
  let child: ChildProcess | null = null
  let wanted = false
  let falls = 0
  let again: NodeJS.Timeout | undefined

  const launch = async (): Promise<void> => {
    const startedAt = performance.now()
    const launched = launchApp(command)
    child = launched.child
    let wasUp = false
    launched.child.once('exit', (code, signal) => {
      // One that was never up is told of by `ready`.
      if (!wanted || !wasUp) return
      command.onLine(`it ended by itself (${signal ?? `exit code ${code}`})`)
      startAgain(performance.now() - startedAt)
    })
    await launched.ready
    wasUp = true
  }

  const startAgain = (ranMs: number): void => {
    falls = ranMs > STEADY_MS ? 1 : falls + 1
    if (falls > MOST_FALLS) {
      command.onLine(`it ended ${falls} times in a row and is not started again`)
      return
    }
    again = setTimeout(() => {
      launch().then(
        () => command.onLine('it was started again'),
        (error: unknown) => {
          child?.kill('SIGKILL')
          if (!wanted) return
          command.onLine(error instanceof Error ? error.message : String(error))
          startAgain(0)
        },
      )
    }, START_AGAIN_MS)
  }

  return {
    url: command.baseUrl,
    start: async () => {
      if (child && isRunning(child)) throw new Error('the app is running already: stop it first')
      clearTimeout(again)
      wanted = true
      falls = 0
      await launch()
    },
    stop: async (signal) => {
      wanted = false
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
