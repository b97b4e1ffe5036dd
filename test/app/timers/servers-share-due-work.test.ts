import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { FORMAT } from '../../../src/app/store/format.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { announceServer, withdrawPresence } from '../../../src/app/store/server-presence.ts'
import type { OpenedStore } from '../../../src/app/store/store.ts'
import { startDueTimer } from '../../../src/app/timers/due-timer.ts'
import { ownerOf, startWorkPartition } from '../../../src/app/timers/work-partition.ts'

const log = pino({ level: 'silent' })
const names = Array.from({ length: 300 }, (_, n) => `job/prj_a/job_${n}`)

test('a server that starts or stops moves no work between the others', () => {
  const before = names.map((name) => ownerOf(name, ['a', 'b', 'c']))
  const after = names.map((name) => ownerOf(name, ['a', 'b']))
  before.forEach((owner, index) => {
    if (owner !== 'c') expect(after[index]).toBe(owner)
  })
  for (const server of ['a', 'b', 'c'])
    expect(before.filter((one) => one === server).length).toBeGreaterThan(60)
  expect(ownerOf('x', [])).toBeNull()
})

async function server(store: OpenedStore, clock: { at: number }, serverId: string) {
  const taken: string[] = []
  const presence = { store, now: () => clock.at, serverId, format: FORMAT }
  await announceServer(presence)
  const { partition, stop } = await startWorkPartition({ ...presence, log })
  onTestFinished(stop)
  const begin = () => {
    const timer = startDueTimer({
      store,
      now: presence.now,
      log,
      partition,
      queues: [
        {
          prefix: 'due/',
          concurrency: 16,
          concurrencyPerProject: 16,
          handlers: {
            async job({ id }, entry) {
              if (await store.commit({ checks: [entry], del: [entry.key] })) taken.push(id)
            },
          },
        },
      ],
    })
    onTestFinished(() => timer.stop())
  }
  return { taken, partition, begin, withdraw: () => withdrawPresence(presence) }
}

test('two servers divide due work, and both take late work', async () => {
  const clock = { at: 1_800_000_000_000 }
  const store = await openStore('sqlite::memory:', { now: () => clock.at })
  const one = await server(store, clock, 'one')
  const other = await server(store, clock, 'other')
  const mine = (partition: typeof one.partition) => names.filter((name) => partition.isMine(name))
  await expect.poll(() => mine(one.partition).length + mine(other.partition).length).toBe(300)

  const due = names.slice(0, 40)
  await store.commit({ set: due.map((name) => ({ key: `due/${clock.at}/${name}`, value: '' })) })
  const share = due.filter((name) => one.partition.isMine(name)).map((name) => name.split('/')[2])
  one.begin()
  await expect.poll(() => one.taken.length).toBe(share.length)
  expect([...one.taken].sort()).toEqual([...share].sort())
  // The other server takes nothing: it was killed.
  clock.at += 10_000
  await expect.poll(() => one.taken.length).toBe(40)
  expect(other.taken).toEqual([])
})

test('the work of a server that has stopped is taken over', async () => {
  const clock = { at: 1_800_000_000_000 }
  const store = await openStore('sqlite::memory:', { now: () => clock.at })
  const one = await server(store, clock, 'one')
  const other = await server(store, clock, 'other')
  const count = () => names.filter((name) => one.partition.isMine(name)).length
  await expect.poll(count).toBeLessThan(300)
  await other.withdraw()
  await expect.poll(count).toBe(300)
})
