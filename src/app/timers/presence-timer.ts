import type { Logger } from 'pino'
import { type RunningServer, raiseFormat, renewPresence, type Upgrades } from '../store/server-presence.ts'
import { repeat } from './repeat.ts'

const EVERY_MS = 20_000
/** After the raise there is nothing left to do, unless another server raises the format further. */
const RAISED_MS = 3_600_000

/** Renews the presence of this server, and raises the format of the store when it may. Returns what stops it. */
export function startPresenceTimer(
  deps: RunningServer & {
    readonly log: Logger
    readonly upgrades: Upgrades
    /** The store has a format that this server does not know, so the server must not write any more. */
    readonly onSuperseded: () => void
  },
): () => void {
  let heldBackBy: string | null = null
  let stopped = false

  async function renew(): Promise<number> {
    try {
      if ((await renewPresence(deps)) === 'superseded') deps.onSuperseded()
    } catch (error) {
      deps.log.warn({ err: error }, 'the presence of this server could not be renewed; retrying in 20 s')
    }
    return EVERY_MS
  }

  async function raise(): Promise<number> {
    try {
      const raised = await raiseFormat(deps)
      if (raised.kind === 'current') return RAISED_MS
      const { by } = raised
      if (by !== null && by.id !== heldBackBy) {
        const about = { server: by.id, itsFormat: by.format, format: deps.format }
        deps.log.info(about, 'the format of the store is raised when the last older server has stopped')
        heldBackBy = by.id
      }
    } catch (error) {
      // The end of this server interrupts an upgrade, and the next server continues it.
      if (stopped) return EVERY_MS
      deps.log.error({ err: error }, 'the format of the store could not be raised; retrying in 20 s')
    }
    return EVERY_MS
  }

  const stops = [repeat(renew, EVERY_MS), repeat(raise, 0)]
  return () => {
    stopped = true
    for (const stop of stops) stop()
  }
}
