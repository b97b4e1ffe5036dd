import { isTransient } from './plan-retry.ts'
import { PrenticeError } from './prentice-error.ts'

/** How long the server may be unreachable for somebody who waits, in ms. */
export const PATIENCE_MS = 300_000

export interface Patience {
  /** The server has responded. */
  heard(): void
  /** Throws the failure, unless it may pass and the server has responded recently. */
  bear(error: unknown): void
}

/** Of one wait, from now on. */
export function createPatience(ms: number, signal: AbortSignal | undefined): Patience {
  let heardAt = Date.now()
  return {
    heard() {
      heardAt = Date.now()
    },
    bear(error) {
      signal?.throwIfAborted()
      const mayPass = error instanceof PrenticeError && isTransient(error)
      if (!mayPass || Date.now() - heardAt > ms) throw error
    },
  }
}
