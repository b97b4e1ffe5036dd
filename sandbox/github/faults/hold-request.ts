import type { IncomingRequest, PendingHold } from '../state/fault-schedule.ts'
import type { GithubState } from '../state/state.ts'

/** One request that GitHub delays until the test releases it. */
export interface Hold {
  /** Resolves when the request has arrived. */
  readonly arrived: Promise<void>
  /** Lets the request continue; before it has arrived, cancels the hold. */
  release(): void
}

/** Holds the next request that matches; later ones pass. */
export function holdRequest(state: GithubState, matches: PendingHold['matches']): Hold {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const pending: PendingHold = { matches, arrive: arrived.resolve, released: released.promise }
  state.holds.add(pending)
  const release = () => {
    state.holds.delete(pending)
    released.resolve()
  }
  state.closing.signal.addEventListener('abort', release, { once: true })
  return { arrived: arrived.promise, release }
}

export async function waitWhileHeld(state: GithubState, request: IncomingRequest): Promise<void> {
  const hold = [...state.holds].find(({ matches }) => matches(request))
  if (hold === undefined) return
  state.holds.delete(hold)
  hold.arrive()
  await hold.released
}
