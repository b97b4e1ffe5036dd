import type { GithubState } from './state.ts'

/** A request as it comes in, before anything is decided about it. */
export interface Arrival {
  readonly surface: 'rest' | 'git'
  readonly method: string
  /** As in the request log. */
  readonly path: string
}

/** One request that a slow GitHub keeps waiting. */
export interface Hold {
  /** Resolves when the request has come in. */
  readonly arrived: Promise<void>
  /** Lets it through, or what would have been held. */
  release(): void
}

export interface PendingHold {
  readonly matches: (arrival: Arrival) => boolean
  readonly arrive: () => void
  readonly released: Promise<void>
}

/** Keeps the next request that matches until it is released; those after it pass. */
export function holdRequest(hub: GithubState, matches: PendingHold['matches']): Hold {
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const pending: PendingHold = { matches, arrive: arrived.resolve, released: released.promise }
  hub.holds.add(pending)
  const release = () => {
    hub.holds.delete(pending)
    released.resolve()
  }
  hub.closing.signal.addEventListener('abort', release, { once: true })
  return { arrived: arrived.promise, release }
}

export async function waitIfHeld(hub: GithubState, arrival: Arrival): Promise<void> {
  const hold = [...hub.holds].find(({ matches }) => matches(arrival))
  if (hold === undefined) return
  hub.holds.delete(hold)
  hold.arrive()
  await hold.released
}
