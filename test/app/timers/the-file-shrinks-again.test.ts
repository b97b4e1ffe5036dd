import { statSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openStore } from '../../../src/app/store/open-store.ts'
import { startSweepTimer } from '../../../src/app/timers/sweep-timer.ts'
import { temporaryFolder } from '../store/temporary-folder.ts'

test('what has expired leaves the disk within one round, in steps, and nothing else is touched', async () => {
  const path = join(temporaryFolder(), 'p.db')
  const clock = { at: 0 }
  const now = () => clock.at
  const store = await openStore(`sqlite:${path}`, { now })
  onTestFinished(() => store.close())
  const value = 'x'.repeat(3_000)
  for (let n = 0; n < 5; n++) {
    const set = Array.from({ length: 1_000 }, (_, i) => ({ key: `k/${n}/${i}`, value, expiresAt: 1_000 }))
    await store.commit({ set })
  }
  await store.commit({ set: [{ key: 'kept', value }] })
  await checkpoint(path)
  const before = statSync(path).size
  expect(before).toBeGreaterThan(15_000_000)

  clock.at = 2_000
  const removed: number[] = []
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const sweep = async (at: number, limit: number) => {
    const count = await store.sweep(at, limit)
    removed.push(count)
    return count
  }
  const stop = startSweepTimer({ sweep, now, log: pino({ level: 'silent' }) })
  await vi.advanceTimersByTimeAsync(61_000)
  expect(removed).toEqual([1_000, 1_000, 1_000, 1_000, 1_000, 0])
  // Pages go back a few with each step, so that none takes long; the rest follows round by round.
  await vi.advanceTimersByTimeAsync(30 * 60_000)
  stop()
  await vi.advanceTimersByTimeAsync(120_000)
  expect(removed).toHaveLength(36)
  vi.useRealTimers()
  await checkpoint(path)
  expect(statSync(path).size).toBeLessThan(before / 100)
  expect(await store.get('kept')).toBe(value)
})

/** What the log holds goes into the file, as SQLite does by itself every thousand pages. */
async function checkpoint(path: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite')
  const file = new DatabaseSync(path)
  file.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  file.close()
}
