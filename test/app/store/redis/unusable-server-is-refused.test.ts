import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createClient } from '@redis/client'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { parseInfo, whyNoWrites } from '../../../../src/app/store/redis/server-info.ts'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { startRedis } from '../../../support/stores/redis-server.ts'
import { describeRemote, REDIS } from '../../../support/stores/stores.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

async function serverWith(settings: Readonly<Record<string, string>>) {
  const server = await startRedis({ folder: join(temporaryFolder(), 'redis'), isDurable: false, settings })
  onTestFinished(() => server.stop())
  return server
}

async function listening(server: Server): Promise<AddressInfo> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
  })
  return server.address() as AddressInfo
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

  it('says what to do about a number that Redis does not have', async () => {
    const { url } = await serverWith({ databases: '2' })
    await expect(openStore(`${url}/2`)).rejects.toThrow(
      /out of range: name another database at the end of the URL/,
    )
  })

  it.each(['destroy', 'resetAndDestroy'] as const)(
    'asks for rediss: if the port ends the connection (%s)',
    async (end) => {
      // As PostgreSQL, and as Redis with TLS.
      const { port } = await listening(createServer((socket) => socket.once('data', () => socket[end]())))
      await expect(openStore(`redis://127.0.0.1:${port}/0`)).rejects.toThrow(
        /: check that it is Redis, and write rediss: instead of redis: if this port uses TLS$/,
      )
    },
  )

  it('says that a port may have no TLS if it does not answer', async () => {
    const { port } = await serverWith({})
    await expect(openStore(`rediss://:x@127.0.0.1:${port}/0`)).rejects.toThrow(
      /no answer within 2000 ms: check host and port, and that this port uses TLS$/,
    )
  })

  it('writes nothing when the memory is full, reads on, and still deletes', async () => {
    const { url } = await serverWith({ maxmemory: '4mb' })
    const store = await openStore(`${url}/0`)
    onTestFinished(() => store.close())
    const admin = await createClient({ url }).connect()
    onTestFinished(() => admin.destroy())
    await store.commit({ set: [{ key: 'first', value: '1' }] })
    const fill = async () => {
      for (let n = 0; n < 200; n++)
        await store.commit({ set: [{ key: `k${n}`, value: 'x'.repeat(100_000) }] })
    }
    expect(await store.whyNoWrites()).toBeNull()
    await expect(fill()).rejects.toMatchObject({ name: 'StoreFull', part: 'memory' })
    await admin.configSet('maxmemory', '1mb')
    expect(await store.whyNoWrites()).toMatch(/^the memory of Redis is full \(maxmemory 1048576 bytes\)/)
    await admin.configSet('maxmemory', '4mb')
    expect(await store.get('first')).toBe('1')
    expect(await store.commit({ checks: [{ key: 'first', value: 'no' }], del: ['first'] })).toBe(false)
    const together = await Promise.allSettled([
      store.commit({ set: [{ key: 'second', value: 'x'.repeat(5_000_000) }] }),
      store.commit({ del: ['first'] }),
    ])
    expect(together).toMatchObject([{ reason: { name: 'StoreFull' } }, { value: true }])
    expect(await store.getMany(['first', 'second'])).toEqual([undefined, undefined])
  })

  it('says that it cannot write its append-only file', async () => {
    const says = (status: string) =>
      whyNoWrites(parseInfo(`maxmemory:0\r\naof_last_write_status:${status}\r\n`))
    expect(says('err')).toMatch(/^Redis cannot write its append-only file/)
    expect(says('ok')).toBeNull()
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
