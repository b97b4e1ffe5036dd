import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function given(busyTimeoutMs: number) {
  const path = join(temporaryFolder(), 'test.db')
  const store = await openStore(`sqlite:${path}`, { busyTimeoutMs })
  await store.commit({ set: [{ key: 'a', value: '1' }] })
  const other = new DatabaseSync(path)
  onTestFinished(() => other.close())
  other.exec('BEGIN IMMEDIATE')
  return { store, letGo: () => other.exec('COMMIT') }
}

test('commits wait in order while another process writes, and reads continue', async () => {
  const { store, letGo } = await given(60_000)
  const order: string[] = []
  const first = store.commit({ set: [{ key: 'a', value: '2' }] }).then(() => order.push('first'))
  // If the wait blocked the event loop, the commit would time out before the first of these reads.
  for (let turn = 0; turn < 12; turn++) {
    await sleep(5)
    expect(await store.get('a')).toBe('1')
  }
  const second = store.commit({ checks: [{ key: 'a', value: '2' }], set: [{ key: 'a', value: '3' }] })
  expect(order).toEqual([])
  letGo()
  await first
  expect([await second, await store.get('a')]).toEqual([true, '3'])
  await store.close()
})

test('the wait for another process has a timeout, and the next commit is tried again', async () => {
  const { store, letGo } = await given(200)
  await expect(store.commit({ set: [{ key: 'a', value: '2' }] })).rejects.toThrow('database is locked')
  const next = store.commit({ set: [{ key: 'a', value: '3' }] })
  letGo()
  expect([await next, await store.get('a')]).toEqual([true, '3'])
  await store.close()
})

test('closing the store rejects the commits that wait', async () => {
  const { store, letGo } = await given(60_000)
  const refused = expect(store.commit({ set: [{ key: 'a', value: '2' }] })).rejects.toThrow('locked')
  await sleep(150)
  await store.close()
  await refused
  letGo()
})
