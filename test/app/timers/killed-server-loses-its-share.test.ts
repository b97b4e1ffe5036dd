import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { FORMAT } from '../../../src/app/store/format.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { announceServer } from '../../../src/app/store/server-presence.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'
import { startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { startPresenceTimer } from '../../../src/app/timers/presence-timer.ts'
import { ownerOf, startWorkPartition } from '../../../src/app/timers/work-partition.ts'

const log = pino({ level: 'silent' })
const NAMES = Array.from({ length: 60 }, (_, n) => `job/prj_a/job_${n}`)
const ownedBy = (servers: readonly string[], owner: string) =>
  NAMES.filter((name) => ownerOf(name, servers) === owner)

let store: OpenedStore
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  store = await openStore('sqlite::memory:', { now: Date.now })
  const opened = store
  onTestFinished(() => opened.close())
})

/** The store commits in turns of the real event loop. */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 250) {
    await vi.advanceTimersByTimeAsync(250)
    for (let turn = 0; turn < 8; turn++) await nextTurn()
  }
}

/** As `start-timers.ts` starts them. The work on an entry ends when `work` does. */
async function startServer(serverId: string, { work = async () => {} }: { work?: () => Promise<void> } = {}) {
  const taken: string[] = []
  const presence = { store, now: Date.now, serverId, format: FORMAT }
  await announceServer(presence)
  const { partition, stop: stopPartition } = await startWorkPartition({ ...presence, log })
  const timer = startDueTimer({
    store,
    now: Date.now,
    log,
    partition,
    queues: [
      {
        prefix: 'due/',
        concurrency: 4,
        concurrencyPerProject: 4,
        handlers: {
          async job({ id }, entry) {
            taken.push(`job/prj_a/${id}`)
            await work()
            await store.commit({ del: [entry.key] })
          },
        },
      },
    ],
  })
  const stopPresence = startPresenceTimer({ ...presence, log, upgrades: new Map(), onSuperseded: () => {} })
  /** Like SIGKILL: the presence stays. */
  const kill = () => {
    stopPartition()
    stopPresence()
    void timer.stop()
  }
  onTestFinished(kill)
  return { taken, kill, mine: () => NAMES.filter((name) => partition.isMine(name)) }
}

const makeDue = (names: readonly string[]) =>
  store.commit({ set: names.map((name) => ({ key: `due/${Date.now()}/${name}`, value: '' })) })

test('a server that starts after several were killed does their work after two seconds', async () => {
  for (const killed of ['a', 'b', 'c']) (await startServer(killed)).kill()
  await advance(1_000)
  const { taken, mine } = await startServer('d')
  expect(mine().length).toBeLessThan(60)
  await advance(2_250)
  expect(mine()).toEqual(NAMES)
  await makeDue(NAMES)
  await advance(2_000)
  expect(taken.length).toBe(60)
})

test('the servers that are alive keep their shares when another starts', async () => {
  const servers = [await startServer('a'), await startServer('b')]
  await advance(30_000)
  servers.push(await startServer('c'))
  for (let second = 0; second < 60; second++) {
    await advance(1_000)
    expect(servers.map(({ mine }) => mine())).toEqual(
      ['a', 'b', 'c'].map((id) => ownedBy(['a', 'b', 'c'], id)),
    )
  }
})

test('servers that start simultaneously know each other', async () => {
  const servers = await Promise.all(['a', 'b', 'c'].map((id) => startServer(id)))
  await advance(5_000)
  expect(servers.map(({ mine }) => mine())).toEqual(['a', 'b', 'c'].map((id) => ownedBy(['a', 'b', 'c'], id)))
})

test('a server that is killed and not restarted loses its share when its work is late', async () => {
  const servers = [await startServer('a'), await startServer('b'), await startServer('c')]
  await advance(31_000)
  servers[1]?.kill()
  await makeDue(NAMES)
  await advance(7_000)
  const living = [servers[0], servers[2]]
  expect(living.map((server) => server?.mine())).toEqual(['a', 'c'].map((id) => ownedBy(['a', 'c'], id)))
  expect(living.flatMap((server) => server?.taken).toSorted()).toEqual(
    NAMES.filter((name) => !servers[1]?.taken.includes(name)).toSorted(),
  )
})

test('a server that is alive keeps its share, however late its work is', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const busy = await startServer('a', { work: () => promise })
  const idle = await startServer('b')
  await advance(31_000)
  await makeDue(ownedBy(['a', 'b'], 'a'))
  for (let second = 0; second < 9; second++) {
    await advance(1_000)
    expect(idle.mine()).toEqual(ownedBy(['a', 'b'], 'b'))
  }
  expect([busy.taken.length, idle.taken.length]).toEqual([4, 0])
  resolve()
})

test('a server that was stopped for a while gets its share back when it continues', async () => {
  const one = await startServer('a')
  const other = await startServer('b')
  await advance(1_000)
  one.kill()
  await makeDue(ownedBy(['a', 'b'], 'a'))
  await advance(8_000)
  expect(other.mine()).toEqual(NAMES)
  await startServer('a')
  await advance(3_000)
  expect(other.mine()).toEqual(ownedBy(['a', 'b'], 'b'))
})
