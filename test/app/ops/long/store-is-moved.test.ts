import { Client } from 'pg'
import { expect, it } from 'vitest'
import { closeSource, copyStore, moveStore, reopenSource } from '../../../../src/app/ops/move-store.ts'
import { FORMAT } from '../../../../src/app/store/format.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { announceServer } from '../../../../src/app/store/server-presence.ts'
import type { OpenedStore } from '../../../../src/app/store/store.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { runCommand } from '../../../support/processes/command.ts'
import {
  describeRemote,
  POSTGRES,
  REDIS,
  SQLITE,
  type StoreUnderTest,
} from '../../../support/stores/stores.ts'

const keyPepper = 'a pepper of the tests, of 32 characters'

async function move(from: string, to: string, environment = {}, args: readonly string[] = []) {
  const command = await runCommand('src/app/ops/move.ts', args, {
    DATABASE_URL: from,
    MOVE_TO: to,
    KEY_PEPPER: keyPepper,
    ...environment,
  })
  const ended = await command.ended
  await command.remove()
  return ended
}

async function contents(url: string): Promise<Map<string, unknown>> {
  const store = await openStore(url, { keyPepper, isMoving: true, now: () => 0 })
  const found = new Map<string, unknown>()
  for await (const keys of store.keys(''))
    for (const { key, ...entry } of await store.exported(keys))
      if (!key.startsWith('meta/')) found.set(key, entry)
  await store.close()
  return found
}

/** A deployment with a key, jobs and entries that expire. */
async function deployment(kind: StoreUnderTest) {
  const url = await kind.newDatabase()
  const app = await startAppServer({ databaseUrl: url })
  for (let n = 0; n < 5; n++)
    await app.call('POST', `/v2/agent/${app.project}/job`, {
      body: { prompt: `prompt ${n} \u{1f600}` },
      headers: { 'idempotency-key': `key-${n}` },
    })
  return { url, app }
}

for (const [from, to] of [
  [SQLITE, POSTGRES],
  [POSTGRES, REDIS],
  [REDIS, SQLITE],
] as const)
  describeRemote(from === SQLITE ? to : from, () => {
    it(`moves a deployment from ${from.name} to ${to.name}, with its expiries and keys`, async () => {
      const { url, app } = await deployment(from)
      const target = await to.newDatabase()
      const moved = await move(url, target)
      expect([moved.code, moved.stdout]).toEqual([0, expect.stringContaining('entries copied and checked')])
      const before = await contents(url)
      expect(before.size).toBeGreaterThan(20)
      expect([...before.values()].some((entry) => Object.hasOwn(entry as object, 'expiresAt'))).toBe(true)
      expect(await contents(target)).toEqual(before)
      await expect(openStore(url, { keyPepper })).rejects.toThrow('was moved to')

      const next = await startAppServer({ databaseUrl: target })
      const listed = await next.call('GET', `/v2/agent/${app.project}/jobs`, { key: app.key })
      expect([listed.status, listed.json.jobs]).toEqual([200, expect.objectContaining({ length: 5 })])

      const reminder = '1 API key works only if the servers on SQLite had this KEY_PEPPER'
      expect(moved.stderr.includes(reminder)).toBe(from === SQLITE)

      if (from !== SQLITE) return
      expect((await move(url, target)).stderr).toContain('the target holds data')
      expect((await move(url, target, {}, ['--undo'])).code).toBe(0)
      await (await openStore(url, { keyPepper })).close()
    })
  })

async function filled(): Promise<{ url: string; store: OpenedStore }> {
  const url = await SQLITE.newDatabase()
  const store = await openStore(url)
  for (let n = 0; n < 3_000; n += 500)
    await store.commit({
      set: Array.from({ length: 500 }, (_, i) => ({
        key: `due/${String(n + i).padStart(13, '0')}/job/p/j`,
        value: '',
      })),
    })
  return { url, store }
}

it('continues a move that was interrupted, and opens neither database before its end', async () => {
  const { store: source, url } = await filled()
  const targetUrl = await SQLITE.newDatabase()
  const target = await openStore(targetUrl)
  await closeSource(source, 'the target')
  const deps = { source, target, sourceName: 'the source' }
  const interrupted = copyStore({
    ...deps,
    onProgress() {
      throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await expect(openStore(url)).rejects.toThrow('was moved to the target')
  await expect(openStore(targetUrl)).rejects.toThrow(
    'a move from the source to this database is not complete',
  )
  await expect(copyStore({ ...deps, sourceName: 'another', onProgress: () => {} })).rejects.toThrow(
    'not complete',
  )
  expect(await copyStore({ ...deps, onProgress: () => {} })).toMatchObject({ entries: 3_001 })
  expect(await target.list({ prefix: 'due/', limit: 5_000 })).toHaveLength(3_000)
  for (const store of [source, target]) await store.close()
  await (await openStore(targetUrl)).close()
})

it('refuses a source that a server uses, and a target with data', async () => {
  const { store: source } = await filled()
  const target = await openStore('sqlite::memory:')
  await announceServer({ store: source, now: Date.now, serverId: 'a', format: FORMAT })
  await expect(closeSource(source, 'the target')).rejects.toThrow(
    'a server uses the source: stop all of them first',
  )
  await target.commit({ set: [{ key: 'job/1', value: '' }] })
  const copying = copyStore({ source, target, sourceName: 'the source', onProgress: () => {} })
  await expect(copying).rejects.toThrow('the target holds data')
  for (const store of [source, target]) await store.close()
})

it('leaves the source open if the target is refused', async () => {
  const [{ store: source, url }, { store: target, url: targetUrl }] = [await filled(), await filled()]
  for (const store of [source, target]) await store.close()
  expect(await move(url, targetUrl)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('if an earlier move to it was complete, set DATABASE_URL to it instead'),
  })
  await (await openStore(url)).close()
})

it('names MOVE_TO if it cannot be used', async () => {
  const { store, url } = await filled()
  await store.close()
  for (const to of [
    'redis://db.example.com',
    'mysql://x',
    'postgres://p:hunter/2@127.0.0.1/x',
    'redis://p:1/x@127.0.0.1',
  ]) {
    const { code, stderr } = await move(url, to)
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: MOVE_TO: (?!.*DATABASE_URL)/)])
    expect(stderr).not.toMatch(/hunter|1\/x/)
  }
})

it('is complete although entries expire while they are copied', async () => {
  const { store, url } = await filled()
  let clock = 1_000_000
  await store.commit({
    set: Array.from({ length: 3_000 }, (_, n) => ({ key: `trigger/${n}`, value: '', expiresAt: clock + n })),
  })
  await store.close()
  const to = await SQLITE.newDatabase()
  const moved = moveStore({ from: url, to, keyPepper, now: () => clock++, onProgress: () => {} })
  expect((await moved).entries).toBeGreaterThan(5_900)
  await (await openStore(to)).close()
})

it('removes from an interrupted copy what the source has lost since', async () => {
  const { store: source } = await filled()
  const target = await openStore(await SQLITE.newDatabase())
  await source.commit({ set: [{ key: 'job/lost', value: 'x' }] })
  const deps = { source, target, sourceName: 'the source' }
  await closeSource(source, 'the target')
  const interrupted = copyStore({
    ...deps,
    onProgress(copied) {
      if (copied === 3_002) throw new Error('interrupted')
    },
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  await reopenSource(source)
  const [first] = await source.list({ prefix: 'due/', limit: 1 })
  await source.commit({ del: ['job/lost', first?.key ?? ''] })
  await closeSource(source, 'the target')
  expect(await copyStore({ ...deps, onProgress: () => {} })).toEqual({ entries: 3_000, unsigned: 0 })
  expect(await target.get('job/lost')).toBeUndefined()
  expect(await target.list({ prefix: 'due/', limit: 5_000 })).toHaveLength(2_999)
  for (const store of [source, target]) await store.close()
})

describeRemote(POSTGRES, () => {
  it('leaves behind a key that somebody has planted, and says so', async () => {
    const { url } = await deployment(POSTGRES)
    const planting = new Client({ connectionString: url })
    await planting.connect()
    await planting.query("INSERT INTO prentice_entry VALUES ('key/planted', 'x')")
    await planting.end()
    const to = await SQLITE.newDatabase()
    expect(await move(url, to)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('1 API keys or sessions were not copied'),
    })
    const moved = await openStore(to)
    expect(await moved.get('key/planted')).toBeUndefined()
    await moved.close()
  })

  it('refuses the pepper of another deployment, with which it would leave all keys behind', async () => {
    const { url } = await deployment(POSTGRES)
    const to = await SQLITE.newDatabase()
    expect(await move(url, to, { KEY_PEPPER: 'another pepper of 32 characters ..' })).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('KEY_PEPPER: none of the API keys was made with it'),
    })
    await (await openStore(url, { keyPepper })).close()
  })
})
