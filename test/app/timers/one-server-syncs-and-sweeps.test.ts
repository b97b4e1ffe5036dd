import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { FORMAT } from '../../../src/app/store/format.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { announceServer, withdrawPresence } from '../../../src/app/store/server-presence.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'
import { startSweepTimer, startSyncTimer } from '../../../src/app/timers/catch-up.ts'
import { startPresenceTimer } from '../../../src/app/timers/presence-timer.ts'
import { ownerOf, startWorkPartition } from '../../../src/app/timers/work-partition.ts'

const log = pino({ level: 'silent' })
const SERVERS = ['one', 'two']

/** The store commits in turns of the real event loop. */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000)
    for (let turn = 0; turn < 4; turn++) await nextTurn()
  }
}

/** As `start-app.ts` starts them. */
async function startServer(store: OpenedStore, serverId: string) {
  const did = { syncs: 0, sweeps: 0 }
  const presence = { store, now: Date.now, serverId, format: FORMAT }
  await announceServer(presence)
  const { partition, stop: stopPartition } = await startWorkPartition({ ...presence, log })
  const common = { now: Date.now, log }
  const sweep = async (now: number, limit: number) => {
    did.sweeps++
    return store.sweep(now, limit)
  }
  const sync = async () => {
    did.syncs++
    return null
  }
  const stops = [
    stopPartition,
    startPresenceTimer({ ...presence, log, upgrades: new Map(), onSuperseded: () => {} }),
    startSweepTimer({ ...common, sweep, isMine: () => partition.isMine('sweep') }),
    startSyncTimer({ ...common, sync, isMine: () => partition.isMine('sync') }),
  ]
  /** Like SIGKILL: the presence stays. */
  const kill = () => {
    for (const one of stops) one()
  }
  const stop = async () => {
    kill()
    await withdrawPresence(presence)
  }
  onTestFinished(stop)
  return { did, stop, kill }
}

test('one of two servers syncs and sweeps, and the other takes over when it stops', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await openStore('sqlite::memory:', { now: Date.now })
  const [syncing, sweeping] = [ownerOf('sync', SERVERS), ownerOf('sweep', SERVERS)]
  const servers = new Map<string | null, Awaited<ReturnType<typeof startServer>>>()
  // The one that does the work comes first: the other one must not repeat it at its start.
  for (const name of [syncing, ...SERVERS.filter((one) => one !== syncing)])
    servers.set(name, await startServer(store, name ?? ''))
  await advance(600_000)
  for (const [name, { did }] of servers)
    expect([name, did]).toEqual([
      name,
      { syncs: name === syncing ? 1 : 0, sweeps: name === sweeping ? 10 : 0 },
    ])

  await servers.get(syncing)?.stop()
  await advance(120_000)
  for (const [name, { did }] of servers) expect([name, did.syncs]).toEqual([name, 1])
})

test('a server that starts after the one that synced was killed syncs within seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await openStore('sqlite::memory:', { now: Date.now })
  const [killed, next] = ownerOf('sync', SERVERS) === 'one' ? SERVERS : SERVERS.toReversed()
  ;(await startServer(store, killed ?? '')).kill()
  const { did } = await startServer(store, next ?? '')
  await advance(6_000)
  expect(did.syncs).toBe(1)
  await advance(600_000)
  expect(did.syncs).toBe(1)
})
