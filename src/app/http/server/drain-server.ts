import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { every } from '../../timers/repeat.ts'

export interface DrainLimits {
  /** So long a connection that is not used is kept open: its client may just be sending. */
  readonly quietMs: number
  /** After this, what is still open is cut off. */
  readonly limitMs: number
}

const LOOK_MS = 50

/**
 * Takes no new connection and resolves when the last one has ended. A request that comes on a connection that is open
 * is still answered, with `Connection: close` (server.ts), so that no client is cut off in the middle of one.
 */
export function drainServer(server: Server, { quietMs, limitMs }: DrainLimits): Promise<void> {
  const startedAt = performance.now()
  // Counted, because a process that was halted has not read the requests that arrived in that time.
  let quietLooks = Math.ceil(quietMs / LOOK_MS)
  const stop = every(LOOK_MS, () => {
    quietLooks -= 1
    if (performance.now() - startedAt >= limitMs) server.closeAllConnections()
    else if (quietLooks <= 0) server.closeIdleConnections()
  })
  return new Promise((resolve) => {
    // The method of http.Server also closes idle connections immediately, and loses requests in flight on them.
    NetServer.prototype.close.call(server, () => {
      stop()
      resolve()
    })
  })
}
