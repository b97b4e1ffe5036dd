import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@redis/client'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../src/app/store/open/open-store.ts'
import type { OpenedStore } from '../../src/app/store/store.ts'
import { startPostgres, startPostgresReplica } from '../support/stores/postgres-server.ts'
import { startProxy } from '../support/stores/proxy.ts'
import { startRedis } from '../support/stores/redis-server.ts'
import type { DatabaseServer } from '../support/stores/server.ts'
import { describeRemote, POSTGRES, REDIS } from '../support/stores/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

function newFolder(): string {
  const folder = temporaryFolder()
  chmodSync(folder, 0o711)
  return join(folder, 'server')
}

const untilTestEnds = <S extends DatabaseServer>(server: S): S => {
  onTestFinished(() => server.stop())
  return server
}

async function open(url: string): Promise<OpenedStore> {
  const store = await openStore(url)
  onTestFinished(() => store.close())
  return store
}

/** Writes one key after the other until told to end. Returns the keys whose writes were confirmed. */
function startWriting(store: OpenedStore) {
  const confirmed: string[] = []
  let isOver = false
  const done = (async () => {
    for (let n = 0; !isOver; n++) {
      const key = `job/${n}`
      if (await store.commit({ set: [{ key, value: '' }] }).catch(() => false)) confirmed.push(key)
      else await wait(10)
    }
  })()
  return {
    confirmed,
    async end() {
      isOver = true
      await done
    },
  }
}

/** Kills the server between two writes, several times. No confirmed write may be lost. */
async function survivesKills(server: DatabaseServer, database: string): Promise<void> {
  const store = await open(`${server.url}${database}`)
  const writing = startWriting(store)
  for (let round = 1; round <= 3; round++) {
    const before = writing.confirmed.length
    await expect.poll(() => writing.confirmed.length).toBeGreaterThan(before + 20)
    await server.kill()
    await server.restart()
  }
  const last = writing.confirmed.length
  await expect.poll(() => writing.confirmed.length).toBeGreaterThan(last)
  await writing.end()
  const found = await store.getMany(writing.confirmed)
  expect(writing.confirmed.filter((_, index) => found[index] === undefined)).toEqual([])
}

describeRemote(POSTGRES, () => {
  it('loses no confirmed write when the server is killed', async () => {
    await survivesKills(
      untilTestEnds(await startPostgres({ folder: newFolder(), isDurable: true })),
      '/postgres',
    )
  })

  it('continues on a replica that was promoted, and refuses one that was not', async () => {
    const settings = { synchronous_standby_names: '*', synchronous_commit: 'local' }
    const primary = untilTestEnds(await startPostgres({ folder: newFolder(), isDurable: true, settings }))
    const replica = untilTestEnds(
      await startPostgresReplica(primary, { folder: newFolder(), isDurable: true }),
    )
    const proxy = await startProxy(`${primary.url}/postgres`)
    const store = await open(proxy.url)
    expect(await store.commit({ set: [{ key: 'k', value: 'v' }] })).toBe(true)
    proxy.moveTo(replica.port)
    await expect.poll(() => store.get('k').catch(String)).toContain('it is a replica')
    await primary.stop()
    replica.promote()
    await expect.poll(() => store.get('k').catch(() => null)).toBe('v')
    await expect.poll(() => store.commit({ set: [{ key: 'k', value: 'w' }] }).catch(String)).toBe(true)
  })
})

describeRemote(REDIS, () => {
  it('loses no confirmed write when the server is killed', async () => {
    await survivesKills(untilTestEnds(await startRedis({ folder: newFolder(), isDurable: true })), '/0')
  })

  it('continues on a replica that was promoted, and refuses one that was not', async () => {
    const primary = untilTestEnds(await startRedis({ folder: newFolder(), isDurable: true }))
    const settings = { replicaof: `127.0.0.1 ${primary.port}` }
    const replica = untilTestEnds(await startRedis({ folder: newFolder(), isDurable: true, settings }))
    const proxy = await startProxy(`${primary.url}/0`)
    const store = await open(proxy.url)
    await store.commit({ set: [{ key: 'k', value: 'v' }] })
    const admin = createClient({ url: replica.url })
    await admin.connect()
    await expect.poll(() => admin.get('prentice:k')).toBe('|v')
    proxy.moveTo(replica.port)
    await expect.poll(() => store.get('k').catch(String)).toContain('it is a replica')
    await primary.kill()
    await admin.sendCommand(['REPLICAOF', 'NO', 'ONE'])
    admin.destroy()
    await expect.poll(() => store.get('k').catch(() => null)).toBe('v')
    await expect.poll(() => store.commit({ set: [{ key: 'k', value: 'w' }] }).catch(String)).toBe(true)
  })

  it('leaves a server that has become a replica', async () => {
    const other = untilTestEnds(await startRedis({ folder: newFolder(), isDurable: true }))
    const server = untilTestEnds(await startRedis({ folder: newFolder(), isDurable: true }))
    const store = await open(`${server.url}/0`)
    const admin = createClient({ url: server.url })
    await admin.connect()
    await admin.sendCommand(['REPLICAOF', '127.0.0.1', String(other.port)])
    admin.destroy()
    await expect(store.commit({ set: [{ key: 'k', value: 'v' }] })).rejects.toThrow('READONLY')
    await expect.poll(() => store.get('k').catch(String)).toContain('it is a replica')
  })
})
