import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './connect.ts'
import { newTally, type Tally } from './new-tally.ts'

export interface Pollers {
  readonly tally: Tally
  stop(): Promise<void>
}

/** A client asks again after this on average, between half of it and one and a half times it. */
const EVERY_MS = 1_000

/** So many clients that ask about once a second, each on a connection of its own. */
export function startPollers(
  clients: number,
  url: string,
  { key, pathOf }: { readonly key: string; readonly pathOf: (client: number) => string },
): Pollers {
  const tally = newTally()
  const stopped = new AbortController()
  const { signal } = stopped
  const headers = { authorization: `Bearer ${key}` }

  async function poll(client: number): Promise<void> {
    const connection = connect(url)
    await pause(Math.random() * EVERY_MS)
    while (!signal.aborted) {
      await tally.count(connection.send('GET', pathOf(client), headers), 200)
      await pause((0.5 + Math.random()) * EVERY_MS)
    }
    connection.close()
  }

  /** Until the time is over or the clients are stopped. */
  const pause = (ms: number): Promise<void> => sleep(ms, undefined, { signal }).catch(() => {})

  const all = Array.from({ length: clients }, (_, client) => poll(client))
  return {
    tally,
    async stop() {
      stopped.abort()
      await Promise.all(all)
    },
  }
}
