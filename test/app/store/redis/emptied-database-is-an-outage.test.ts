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

describeRemote(REDIS, () => {
  it('does not say that a job is unknown after FLUSHDB, writes nothing, and works again with restored data', async () => {
    const url = await REDIS.newDatabase()
    const store = await openStore(url)
    onTestFinished(() => store.close())
    const admin = createClient({ url, socket: { reconnectStrategy: false } })
    await admin.connect()
    onTestFinished(() => admin.destroy())
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

  it('notices a server that was restarted without its data, until a server of Prentice begins anew', async () => {
    const redis = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false })
    onTestFinished(() => redis.stop())
    const store = await openStore(`${redis.url}/0`)
    onTestFinished(() => store.close())
    await store.commit(put('a'))
    await redis.restart()
    await expect.poll(() => store.get('a').catch((error: unknown) => String(error))).toContain(WHY)
    await (await openStore(`${redis.url}/0`)).close()
    expect(await store.get('a')).toBeUndefined()
  })
})
