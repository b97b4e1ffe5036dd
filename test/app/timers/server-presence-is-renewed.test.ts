import { setImmediate as nextTurn } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readFormat, writeFormat } from '../../../src/app/store/format.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { announceServer, listServers } from '../../../src/app/store/server-presence.ts'
import { startPresenceTimer } from '../../../src/app/timers/presence-timer.ts'

/** The store commits in turns of the real event loop. */
async function advance(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000)
    for (let turn = 0; turn < 4; turn++) await nextTurn()
  }
}

async function world() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = await openStore('sqlite::memory:', { now: Date.now })
  onTestFinished(() => store.close())
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line).msg) })
  let superseded = 0
  const start = async (serverId: string, format: number) => {
    const deps = { store, now: Date.now, serverId, format, log, upgrades: new Map() }
    await announceServer(deps)
    const stop = startPresenceTimer({ ...deps, onSuperseded: () => void superseded++ })
    onTestFinished(stop)
    return stop
  }
  const alive = async () => (await listServers({ store })).map(({ id }) => id)
  const format = async () => (await readFormat(store)).format
  return { store, lines, start, alive, format, superseded: () => superseded }
}

test('the presence of a server lasts while it runs, and at most two minutes longer', async () => {
  const { start, alive } = await world()
  const stop = await start('one', 1)
  await advance(600_000)
  expect(await alive()).toEqual(['one'])
  stop()
  await advance(99_000)
  expect(await alive()).toEqual(['one'])
  await advance(21_000)
  expect(await alive()).toEqual([])
})

test('the format is raised within 20 s after the last older server stops, and the log names that server once', async () => {
  const { lines, start, format } = await world()
  const stopOld = await start('old', 1)
  await start('new', 2)
  await advance(300_000)
  stopOld()
  await advance(99_000)
  expect(await format()).toBe(1)
  await advance(41_000)
  expect(await format()).toBe(2)
  expect(lines).toEqual(['the format of the store is raised when the last older server has stopped'])
})

test('a server with an outdated format notices it at its next renewal', async () => {
  const { store, start, superseded } = await world()
  await start('old', 1)
  await store.commit({ set: [writeFormat(2)] })
  await advance(20_000)
  expect(superseded()).toBe(1)
})
