import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import closeWithGrace from 'close-with-grace'
import type { Logger } from 'pino'
import { drainServer } from './http/server/drain-server.ts'
import { onShutdownSignal, SHUTDOWN_SIGNALS } from './ops/shutdown-signals.ts'

export interface RunningApp {
  readonly server: Server
  readonly draining: AbortController
  /** Stops the timers; resolves when the work under way has ended. */
  readonly stopTimers: () => Promise<void>
  readonly stopMetrics: () => Promise<void>
  readonly closeStore: () => Promise<void>
  readonly log: Logger
}

/** A drain that takes longer is cut off. The next start repeats what was cut off. */
const DRAIN_MS = 8_000
/** An idle connection is closed this long after SIGTERM. */
const QUIET_MS = 500
/** The process ends after this in any case; Docker and Kubernetes wait 10 and 30 s before they kill. */
const END_MS = 10_000

/** Takes the app down on SIGTERM, SIGINT and uncaught errors: first the intake, then the work under way, then the store. */
export function shutDownOnSignal(app: RunningApp): void {
  const { log } = app
  const { close } = closeWithGrace(
    { delay: END_MS, logger: log, skip: SHUTDOWN_SIGNALS },
    async ({ err }) => {
      app.draining.abort()
      if (err) log.error({ err }, 'ending on an uncaught error')
      const stopped = app.stopTimers().then(() => true)
      const limit = sleep(DRAIN_MS, false, { ref: false })
      await drainServer(app.server, { quietMs: QUIET_MS, limitMs: DRAIN_MS })
      if (!(await Promise.race([stopped, limit])))
        log.warn('work under way was cut off; it is repeated after the next start')
      await app.stopMetrics()
      await app.closeStore()
      log.info('ended')
    },
  )
  onShutdownSignal({
    first(signal) {
      log.info({ signal }, 'draining')
      // Ends the process, whether it succeeds or not.
      void close()
    },
    again(signal) {
      log.error({ signal }, 'a second signal: ending immediately')
      process.exit(1)
    },
  })
}
