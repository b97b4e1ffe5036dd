import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../../../src/app/log/create-log.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'
import { createSessionWatch } from '../../../src/app/timers/session-watch.ts'

test('one read answers for all open pages, an outage ends none, and an ended session ends its own', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const live = new Set(['session/a', 'session/b'])
  const reads: (readonly string[])[] = []
  let isReachable = false
  const store = {
    async getMany(keys: readonly string[]) {
      reads.push(keys)
      if (!isReachable) throw new StoreUnavailable('down')
      return keys.map((key) => (live.has(key) ? '{}' : undefined))
    },
  }
  const { join } = createSessionWatch({ store, log: createLog('silent').log })
  const ended: string[] = []
  const leave = [
    join('a', () => ended.push('first of a')),
    join('a', () => ended.push('second of a')),
    join('b', () => ended.push('b')),
  ]
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reads).toEqual([['session/a', 'session/b']])
  expect(ended).toEqual([])
  isReachable = true
  live.delete('session/a')
  await vi.advanceTimersByTimeAsync(2_000)
  expect(ended).toEqual(['first of a', 'second of a'])
  expect(reads).toHaveLength(2)
  for (const one of leave) one()
})
