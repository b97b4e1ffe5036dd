import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A wait that lasts until the test releases it, whatever time its sentence names. */
export interface HeldWait {
  /** Resolves when the model waits. */
  readonly arrived: Promise<void>
  /** Lets the model answer; before it waits, cancels the hold. */
  release(): void
}

export interface Waits {
  /** Holds the next wait; later ones take the time that they name. */
  hold(): HeldWait
  /** Whether the client is still there afterwards. */
  wait(ms: number, response: ServerResponse): Promise<boolean>
}

export function createWaits(): Waits {
  const pending = new Set<{ arrive(): void; readonly released: Promise<void> }>()
  return {
    hold() {
      const arrived = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      const one = { arrive: arrived.resolve, released: released.promise }
      pending.add(one)
      const release = () => {
        pending.delete(one)
        released.resolve()
      }
      return { arrived: arrived.promise, release }
    },
    async wait(ms, response) {
      if (ms === 0) return true
      const [held] = pending
      if (held) pending.delete(held)
      held?.arrive()
      const gone = new AbortController()
      response.once('close', () => gone.abort())
      const end = held?.released ?? sleep(ms, undefined, { signal: gone.signal })
      await Promise.race([end, once(response, 'close')]).catch(() => {})
      return !gone.signal.aborted
    },
  }
}
