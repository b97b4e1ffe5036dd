import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { startSweepTimer } from '../../../src/app/timers/catch-up.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MINUTE = 60_000
const VALUE = 'x'.repeat(3_000)

/** A database on disk with 5,000 entries, and a sweep timer whose time is the test's. */
async function filled(expiresAt: number | undefined) {
  const path = join(temporaryFolder(), 'p.db')
  const clock = { at: 0 }
  const store = await openStore(`sqlite:${path}`, { now: () => clock.at })
  onTestFinished(() => store.close())
  const keys = Array.from({ length: 5_000 }, (_, i) => `k/${i}`)
  for (let from = 0; from < keys.length; from += 1_000) {
    const some = keys.slice(from, from + 1_000)
    await store.commit({
      set: some.map((key) => ({ key, value: VALUE, ...(expiresAt !== undefined && { expiresAt }) })),
    })
  }
  await store.commit({ set: [{ key: 'kept', value: VALUE }] })
  checkpoint(path)
  const before = statSync(path).size
  expect(before).toBeGreaterThan(15_000_000)

  const removed: number[] = []
  const pages: number[] = []
  const start = () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const sweep = async (at: number, limit: number) => {
      const swept = await store.sweep(at, limit)
      removed.push(swept.removed)
      pages.push(pagesOf(path))
      return swept
    }
    return startSweepTimer({ sweep, isMine: () => true, now: () => clock.at, log: pino({ level: 'silent' }) })
  }
  return { path, clock, store, keys, before, removed, pages, start }
}

test('expired entries are removed in batches, and no others', async () => {
  const { path, clock, store, before, removed, start } = await filled(1_000)
  clock.at = 2_000
  const stop = start()
  await vi.advanceTimersByTimeAsync(MINUTE + 1_000)
  expect(removed.slice(0, 6)).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 0])
  await vi.advanceTimersByTimeAsync(MINUTE)
  const sweeps = removed.length
  stop()
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(removed).toHaveLength(sweeps)
  vi.useRealTimers()
  checkpoint(path)
  expect(statSync(path).size).toBeLessThan(before / 100)
  expect(await store.get('kept')).toBe(VALUE)
})

test('the free space of a large deletion is returned in small steps, and then the sweep slows down', async () => {
  const { path, store, keys, before, removed, pages, start } = await filled(undefined)
  for (let from = 0; from < keys.length; from += 500)
    await store.commit({ del: keys.slice(from, from + 500) })
  const stop = start()
  await vi.advanceTimersByTimeAsync(MINUTE)
  expect(pages).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(20_000)
  const steps = pages.slice(1).map((count, i) => (pages[i] ?? 0) - count)
  // Two hundred, and the page that told of them.
  expect(Math.max(...steps)).toBeLessThanOrEqual(201)
  expect(pages.at(-1)).toBeLessThan(20)
  const sweeps = removed.length
  expect(sweeps).toBeLessThan(35)
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  expect(removed.length).toBeLessThanOrEqual(sweeps + 10)
  stop()
  vi.useRealTimers()
  checkpoint(path)
  expect(statSync(path).size).toBeLessThan(before / 100)
  expect(await store.get('kept')).toBe(VALUE)
})

test('an unavailable store is retried every minute', async () => {
  let asked = 0
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sweep = async () => {
    asked++
    throw new Error('the disk is full')
  }
  const stop = startSweepTimer({ sweep, isMine: () => true, now: () => 0, log: pino({ level: 'silent' }) })
  await vi.advanceTimersByTimeAsync(10 * MINUTE)
  stop()
  expect(asked).toBe(10)
})

function pagesOf(path: string): number {
  const file = new DatabaseSync(path)
  const { page_count: count } = file.prepare('PRAGMA page_count').get() ?? {}
  file.close()
  return Number(count)
}

/** What the log holds goes into the file, as SQLite does by itself every thousand pages. */
function checkpoint(path: string): void {
  const file = new DatabaseSync(path)
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  file.close()
}
