import { join } from 'node:path'
import { createClient } from '@redis/client'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { StoreUnavailable, WriteUnconfirmed } from '../../../../src/app/store/store.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const put = (key: string) => ({ set: [{ key, value: '1' }] })
const WHY = 'Redis has lost all data'

async function adminOf(url: string) {
  const admin = createClient({ url, socket: { reconnectStrategy: false } })
  await admin.connect()
  onTestFinished(() => admin.destroy())
  return admin
}

async function drained(parts: AsyncIterator<unknown>): Promise<void> {
  while (!(await parts.next()).done);
}

describeRemote(REDIS, () => {
  it('does not say that a job is unknown after FLUSHDB, writes nothing, and works again with restored data', async () => {
    const url = await REDIS.newDatabase()
    const [store, admin] = [await openStore(url), await adminOf(url)]
    onTestFinished(() => store.close())
    await store.commit(put('due/1'))
    const layout = (await admin.get('prentice-layout')) ?? ''

    await admin.flushDb()
    await expect(store.get('due/1')).rejects.toThrow(WHY)
    await expect(store.getMany(['due/1', 'b'])).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(store.list({ prefix: 'due/', limit: 1 })).rejects.toThrow(WHY)
    const error = await store.commit(put('b')).catch((one: unknown) => one)
    expect(String(error)).toContain(WHY)
    expect(error).not.toBeInstanceOf(WriteUnconfirmed)
    expect(await admin.dbSize()).toBe(0)

    await admin.set('prentice-layout', layout)
    expect(await store.get('due/1')).toBeUndefined()
    expect(await store.commit(put('b'))).toBe(true)
  })

  it('notices a server that was restarted without its data', async () => {
    const redis = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false })
    onTestFinished(() => redis.stop())
    const store = await openStore(`${redis.url}/0`)
    onTestFinished(() => store.close())
    await store.commit(put('a'))
    await redis.restart()
    await expect.poll(() => store.get('a').catch((error: unknown) => String(error))).toContain(WHY)
  })

  it('stays an outage after another server has begun anew, until the old data is back', async () => {
    const url = await REDIS.newDatabase()
    const [store, admin] = [await openStore(url), await adminOf(url)]
    onTestFinished(() => store.close())
    await store.commit(put('due/1'))
    const layout = (await admin.get('prentice-layout')) ?? ''

    await admin.flushDb()
    const other = await openStore(url)
    onTestFinished(() => other.close())
    await other.commit(put('due/2'))
    await expect(store.get('due/1')).rejects.toThrow(WHY)
    await expect(store.list({ prefix: 'due/', limit: 1 })).rejects.toThrow(WHY)
    await expect(store.commit(put('due/3'))).rejects.toThrow(WHY)
    expect(await other.list({ prefix: 'due/', limit: 9 })).toEqual([{ key: 'due/2', value: '1' }])

    await admin.set('prentice-layout', layout)
    expect(await store.commit(put('due/3'))).toBe(true)
    await expect(other.get('due/2')).rejects.toThrow(WHY)
  })

  it('keeps using a database of an older version, whose layout has no id', async () => {
    const url = await REDIS.newDatabase()
    const admin = await adminOf(url)
    await admin.set('prentice-layout', '1')
    const store = await openStore(url)
    onTestFinished(() => store.close())
    expect(await store.commit(put('a'))).toBe(true)
    expect(await admin.get('prentice-layout')).toBe('1')
    await admin.flushDb()
    await (await openStore(url)).close()
    await expect(store.get('a')).rejects.toThrow(WHY)
  })

  it('ends a copy that it would otherwise call complete', async () => {
    const url = await REDIS.newDatabase()
    const [store, admin] = [await openStore(url), await adminOf(url)]
    onTestFinished(() => store.close())
    const keys = Array.from({ length: 5_000 }, (_, n) => `a/${n}`)
    await store.commit({ set: keys.map((key) => ({ key, value: '1' })) })
    const firstPart = store.keys('')[Symbol.asyncIterator]()
    await firstPart.next()
    await admin.flushDb()
    await expect(store.exported(keys)).rejects.toThrow(WHY)
    await expect(drained(firstPart)).rejects.toThrow(WHY)
    await expect(drained(store.keys('')[Symbol.asyncIterator]())).rejects.toThrow(WHY)
  })
})
