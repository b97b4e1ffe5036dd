import type { Logger } from 'pino'
import type { Config } from './config/config.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openMetrics } from './metrics/metrics-server.ts'
import { FORMAT } from './store/format.ts'
import { onWrite, type Space, trackSpace } from './store/observe-commits.ts'
import { openStore } from './store/open/open-store.ts'
import { requireSameGithub } from './store/same-github.ts'
import { announceServer, type RunningServer, withdrawPresence } from './store/server-presence.ts'
import type { OpenedStore } from './store/store.ts'
import { createJobWatch, type JobWatch } from './timers/job-watch.ts'

export interface AppStoreDeps {
  readonly config: Pick<Config, 'databaseUrl' | 'keyPepper' | 'metrics' | 'serverUrl'>
  /** Of this process, different at each start. */
  readonly serverId: string
  readonly now: () => number
  readonly log: Logger
}

/** The store, and what learns of the writes of this process. */
export interface AppStore {
  readonly store: OpenedStore
  readonly space: Space
  /** What announces this server to the others on the store. */
  readonly presence: RunningServer
  readonly watch: JobWatch
  /** `null`: metrics are off. */
  readonly metrics: Metrics | null
  /** Starts the separate listener, if one is configured. Resolves to what stops it. */
  readonly listenForMetrics: () => Promise<() => Promise<void>>
  readonly close: () => Promise<void>
}

/** Opens the store, and announces this server on it before anything else is written. */
export async function openAppStore({ config, serverId, now, log }: AppStoreDeps): Promise<AppStore> {
  const { databaseUrl, keyPepper } = config
  const { store: opened, space } = trackSpace(
    await openStore(databaseUrl, { now, isChecked: true, keyPepper }),
  )
  for (const caveat of opened.caveats()) log.warn(caveat)
  await requireSameGithub(opened, config.serverUrl)
  const presence = { store: opened, now, serverId, format: FORMAT }
  await announceServer(presence)
  const watch = createJobWatch({ store: opened, log })
  const { metrics, listen } = openMetrics(config.metrics, { store: opened, space, now })
  const store = onWrite(opened, (writes) => {
    watch.wrote(writes)
    metrics?.writes(writes)
  })
  return {
    store,
    space,
    presence,
    watch,
    metrics,
    listenForMetrics: listen,
    async close() {
      await withdrawPresence(presence).catch((err) => log.warn({ err }, 'this server is still announced'))
      await store.close()
    },
  }
}
