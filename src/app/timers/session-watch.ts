import type { Logger } from 'pino'
import { sessionKeys } from '../sessions/sessions.ts'
import type { Store } from '../store/store.ts'
import { every } from './repeat.ts'

/** Ends what is open in a session, such as the stream of a page, soon after the session has ended. */
export interface SessionWatch {
  /** Calls `onEnd` once, within two seconds of the end, on whatever server that was. Returns a function that ends the watch. */
  join(hash: string, onEnd: () => void): () => void
}

const EVERY_MS = 2_000

/** One read answers for all sessions, whatever is open in them. */
export function createSessionWatch({
  store,
  log,
}: {
  readonly store: Pick<Store, 'getMany'>
  readonly log: Logger
}): SessionWatch {
  const watched = new Map<string, Set<() => void>>()
  let stopTicks = () => {}
  let isLooking = false

  async function look(): Promise<void> {
    const hashes = [...watched.keys()]
    const stored = await store.getMany(hashes.map(sessionKeys.record))
    for (const [at, hash] of hashes.entries()) {
      if (stored[at] !== undefined) continue
      for (const onEnd of watched.get(hash) ?? []) onEnd()
    }
  }

  function tick(): void {
    if (isLooking) return
    isLooking = true
    look()
      // An outage is no end: the next look tells.
      .catch((err) => log.debug({ err }, 'the sessions of open pages could not be read'))
      .finally(() => {
        isLooking = false
      })
  }

  return {
    join(hash, onEnd) {
      if (watched.size === 0) stopTicks = every(EVERY_MS, tick)
      const viewers = watched.get(hash) ?? new Set()
      watched.set(hash, viewers)
      const end = (): void => {
        leave()
        onEnd()
      }
      const leave = (): void => {
        if (!viewers.delete(end) || viewers.size > 0) return
        watched.delete(hash)
        if (watched.size === 0) stopTicks()
      }
      viewers.add(end)
      return leave
    },
  }
}
