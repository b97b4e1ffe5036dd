import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from './connect.ts'
import { createTally, type Tally } from './verify-results.ts'

export interface Pollers {
  readonly tally: Tally
  stop(): Promise<void>
}

/** The average interval between polls; each is between half and one and a half times as long. */
const INTERVAL_MS = 1_000

/** Starts clients that poll about once a second, each on its own connection. */
export function startPollers(
  clients: number,
  url: string,
  { key, pathOf }: { readonly key: string; readonly pathOf: (client: number) => string },
): Pollers {
  const tally = createTally()
  const stopped = new AbortController()
  const { signal } = stopped
  const headers = { authorization: `Bearer ${key}` }

  async function poll(client: number): Promise<void> {
    const connection = connect(url)
    await pause(Math.random() * INTERVAL_MS)
    while (!signal.aborted) {
      await tally.count(connection.send('GET', pathOf(client), headers), 200)
      await pause((0.5 + Math.random()) * INTERVAL_MS)
    }
    connection.close()
  }

  /** Ends early when the clients are stopped. */
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
