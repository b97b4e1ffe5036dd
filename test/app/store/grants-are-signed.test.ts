import { createClient } from '@redis/client'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { describeRemote, POSTGRES, REDIS } from '../../support/stores/stores.ts'

const keyPepper = 'a pepper of the tests, of 32 characters'

/** As somebody who can write to the database, without the secret. */
const RAW = {
  async PostgreSQL(url: string, key: string, change: (value: string) => string) {
    const client = new Client({ connectionString: url })
    await client.connect()
    const { rows } = await client.query('SELECT value FROM prentice_entry WHERE key = $1', [Buffer.from(key)])
    const value = Buffer.from(change(String(rows[0]?.value)))
    await client.query('UPDATE prentice_entry SET value = $2 WHERE key = $1', [Buffer.from(key), value])
    await client.end()
  },
  async Redis(url: string, key: string, change: (value: string) => string) {
    const client = createClient({ url })
    await client.connect()
    await client.set(`prentice:${key}`, change((await client.get(`prentice:${key}`)) ?? ''))
    client.destroy()
  },
}

for (const kind of [POSTGRES, REDIS])
  describeRemote(kind, () => {
    const tamper = RAW[kind.name as keyof typeof RAW]

    it('counts a record that somebody else has changed as absent', async () => {
      const url = await kind.newDatabase()
      const store = await openStore(url, { keyPepper })
      onTestFinished(() => store.close())
      await store.commit({
        set: ['key/a', 'session/a', 'job/a'].map((key) => ({ key, value: '{"may":"read"}' })),
      })
      for (const key of ['key/a', 'session/a', 'job/a'])
        await tamper(url, key, (value) => value.replace('read', 'write'))
      expect(await store.getMany(['key/a', 'session/a'])).toEqual([undefined, undefined])
      expect(await store.get('key/a')).toBeUndefined()
      expect(await store.get('job/a')).toBe('{"may":"write"}')
    })

    it('accepts its own records, and compares them under checks', async () => {
      const url = await kind.newDatabase()
      const store = await openStore(url, { keyPepper })
      const other = await openStore(url, { keyPepper: keyPepper.replaceAll('a', 'b') })
      onTestFinished(() => store.close())
      onTestFinished(() => other.close())
      await store.commit({ set: [{ key: 'key/a', value: 'old' }] })
      const checks = [{ key: 'key/a', value: 'old' }]
      expect(await store.commit({ checks, set: [{ key: 'key/a', value: 'new' }] })).toBe(true)
      expect(await store.commit({ checks, set: [{ key: 'key/a', value: 'no' }] })).toBe(false)
      expect(await store.get('key/a')).toBe('new')
      expect(await other.get('key/a')).toBeUndefined()
    })

    it('refuses a request with a key whose record was changed', async () => {
      const url = await kind.newDatabase()
      const app = await startAppServer({ databaseUrl: url })
      const key = await app.newKey({ scopes: ['read'] })
      expect((await app.call('GET', '/v2/projects', { key })).status).toBe(200)
      const listed = await app.store.list({ prefix: 'account-key/', limit: 100 })
      // Ids count up.
      const record = `key/${listed.at(-1)?.value}`
      await tamper(url, record, (value) => value.replace('"read"', '"write"'))
      expect((await app.call('GET', '/v2/projects', { key: app.key })).status).toBe(200)
      expect((await app.call('GET', '/v2/projects', { key })).status).toBe(401)
    })

    it('does not open without the secret where a server needs it', async () => {
      const url = await kind.newDatabase()
      await expect(openStore(url, { keyPepper: null })).rejects.toThrow('need KEY_PEPPER')
      const store = await openStore(url)
      onTestFinished(() => store.close())
      await expect(store.get('key/a')).rejects.toThrow('opened without KEY_PEPPER')
    })
  })
