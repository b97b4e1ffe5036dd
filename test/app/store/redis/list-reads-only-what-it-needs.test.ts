import { join } from 'node:path'
import { createClient } from '@redis/client'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const keys = (amount: number) => Array.from({ length: amount }, (_, n) => `by/${String(n).padStart(5, '0')}`)

/** A store on a server of its own, which counts the keys that it looks up. */
async function countedStore() {
  const redis = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false })
  onTestFinished(() => redis.stop())
  const client = createClient({ url: redis.url })
  await client.connect()
  onTestFinished(() => client.destroy())
  const store = await openStore(`${redis.url}/0`, { now: () => 1 })
  onTestFinished(() => store.close())
  const lookups = async (): Promise<number> => {
    const stats = await client.info('stats')
    return [...stats.matchAll(/^keyspace_(?:hits|misses):(\d+)/gm)].reduce((sum, [, n]) => sum + Number(n), 0)
  }
  return {
    store,
    async keysRead(limit: number): Promise<number> {
      const before = await lookups()
      expect(await store.list({ prefix: 'by/', limit })).toHaveLength(limit)
      return (await lookups()) - before
    },
  }
}

/** The layout and the list are keys, too. */
const OTHERS = 2

describeRemote(REDIS, () => {
  it('looks up the entries that a list returns, and no others', async () => {
    const { store, keysRead } = await countedStore()
    await store.commit({ set: keys(200).map((key) => ({ key, value: '' })) })
    for (const limit of [1, 21, 100]) expect(await keysRead(limit)).toBe(limit + OTHERS)
  })

  it('continues in large steps behind entries that have expired', async () => {
    const { store, keysRead } = await countedStore()
    const [first, rest] = [keys(200).slice(0, 100), keys(200).slice(100)]
    await store.commit({
      set: [
        ...first.map((key) => ({ key, value: '', expiresAt: 1 })),
        ...rest.map((key) => ({ key, value: '' })),
      ],
    })
    // One entry, two steps of 50, and the list again for each of them.
    expect(await keysRead(1)).toBeLessThanOrEqual(1 + 2 * 50 + 3 + OTHERS)
  })
})
