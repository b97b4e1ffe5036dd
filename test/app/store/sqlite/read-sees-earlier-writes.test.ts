import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import type { Store } from '../../../../src/app/store/store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

test('a confirmed write of another process is seen by the next read', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'test.db')}`
  const [ours, theirs] = [await openStore(url), await openStore(url)]
  for (let n = 1; n <= 200; n++) {
    const written = theirs.commit({ set: [{ key: 'count', value: String(n) }] })
    // Reads of one callback share a snapshot, and this one's begins before the write.
    const before = await ours.get('count')
    await written
    expect([before, await ours.get('count')]).toEqual([n === 1 ? undefined : String(n - 1), String(n)])
  }
  await Promise.all([ours.close(), theirs.close()])
})

test('an own write is seen by simultaneous reads', async () => {
  const store = await openStore(`sqlite:${join(temporaryFolder(), 'test.db')}`)
  await Promise.all(
    Array.from({ length: 50 }, async (_, n) => {
      const key = `ev/${n}` as const
      await store.get(key)
      await store.commit({ checks: [{ key, value: null }], set: [{ key, value: 'x' }] })
      expect(await store.getMany([key, 'absent'])).toEqual(['x', undefined])
      expect(await store.list({ prefix: key, limit: 1 })).toHaveLength(1)
    }),
  )
  await store.close()
})

test('a read over one connection sees every write that another connection has confirmed', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'test.db')}`
  const [ours, theirs] = [await openStore(url), await openStore(url)]
  const [reader, writer] = [await serve(ours), await serve(theirs)]
  const readers = Array.from({ length: 20 }, async (_, n) => {
    for (let turn = 1; turn <= 20; turn++) {
      await ask(writer, `/${n}/${turn}`)
      expect(await ask(reader, `/${n}`)).toBe(String(turn))
    }
  })
  await Promise.all(readers)
  await Promise.all([reader.close(), writer.close(), ours.close(), theirs.close()])
})

/** `GET /key` reads, `GET /key/value` writes. */
async function serve(store: Store): Promise<Server> {
  const server = createServer(async ({ url = '' }, response) => {
    store.readTogether?.()
    const [, key = '', value] = url.split('/')
    if (value !== undefined) await store.commit({ set: [{ key, value }] })
    response.end(await store.get(key))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return server
}

async function ask(server: Server, path: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}${path}`)).text()
}
