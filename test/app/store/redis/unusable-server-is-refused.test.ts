import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function serverWith(settings: Readonly<Record<string, string>>) {
  const server = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false, settings })
  onTestFinished(() => server.stop())
  return server
}

describeRemote(REDIS, () => {
  it.each([
    ['a cluster', { 'cluster-enabled': 'yes', databases: '1' }, 'it is a Redis Cluster'],
    ['an eviction policy', { 'maxmemory-policy': 'allkeys-lru' }, 'its maxmemory-policy is allkeys-lru'],
    ['a replica', { replicaof: '127.0.0.1 9' }, 'it is a replica'],
  ])('refuses %s', async (_name, settings, message) => {
    const { url } = await serverWith(settings)
    const failure = await openStore(`${url}/0`).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(StoreUnavailable)
    expect(String(failure)).toContain(message)
  })

  it('writes nothing when the memory is full, reads on, and still deletes', async () => {
    const { url } = await serverWith({ maxmemory: '4mb' })
    const store = await openStore(`${url}/0`)
    onTestFinished(() => store.close())
    await store.commit({ set: [{ key: 'first', value: '1' }] })
    const fill = async () => {
      for (let n = 0; n < 200; n++)
        await store.commit({ set: [{ key: `k${n}`, value: 'x'.repeat(100_000) }] })
    }
    await expect(fill()).rejects.toMatchObject({ name: 'StoreFull' })
    expect(await store.get('first')).toBe('1')
    expect(await store.commit({ checks: [{ key: 'first', value: 'no' }], del: ['first'] })).toBe(false)
    const together = await Promise.allSettled([
      store.commit({ set: [{ key: 'second', value: 'x'.repeat(5_000_000) }] }),
      store.commit({ del: ['first'] }),
    ])
    expect(together).toMatchObject([{ reason: { name: 'StoreFull' } }, { value: true }])
    expect(await store.getMany(['first', 'second'])).toEqual([undefined, undefined])
  })

  it('refuses a wrong password, and shows none', async () => {
    const { port } = await serverWith({ requirepass: 'right' })
    const failure = await openStore(`redis://:hunter2@127.0.0.1:${port}/0`).catch((error: unknown) => error)
    expect(String(failure)).toContain('WRONGPASS')
    expect(String(failure)).not.toContain('hunter2')
    const store = await openStore(`redis://:right@127.0.0.1:${port}/0`)
    await store.close()
  })
})
