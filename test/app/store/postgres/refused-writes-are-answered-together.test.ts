import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { type OpenedStore, StoreUnavailable, WriteUnconfirmed } from '../../../../src/app/store/store.ts'
import { startProxy } from '../../../support/stores/proxy.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

const COMMITS = 100

async function opened() {
  const url = new URL(await POSTGRES.newDatabase())
  const database = url.pathname.slice(1)
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  onTestFinished(() => admin.end())
  const role = `role_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE ROLE ${role} LOGIN; GRANT CREATE ON SCHEMA public TO ${role}`)
  onTestFinished(async () => {
    await admin.query(`DROP OWNED BY ${role}`)
    await admin.query(`DROP ROLE ${role}`)
  })
  url.username = role
  const proxy = await startProxy(url.href)
  const store = await openStore(proxy.url)
  onTestFinished(() => store.close())
  /** Later sessions have the new setting, or are refused. */
  const change = async (sql: string) => {
    await admin.query(sql)
    proxy.cut()
  }
  return { store, proxy, change, role, database }
}

const put = (n: number) => ({ set: [{ key: `key_${String(n).padStart(5, '0')}`, value: '1' }] })

/** The first one may notice only that its connection was cut. */
const failureOf = (store: OpenedStore) => store.commit(put(0)).catch((error: unknown) => String(error))

describeRemote(POSTGRES, () => {
  it('connects once for all commits that wait, if the database refuses connections', async () => {
    const { store, proxy, change, role } = await opened()
    await change(`ALTER ROLE ${role} NOLOGIN`)
    await expect.poll(() => failureOf(store)).toContain('not permitted to log in')
    const before = proxy.accepted()
    const commits = Array.from({ length: COMMITS }, (_, n) => store.commit(put(n)))
    for (const one of await Promise.allSettled(commits))
      expect(one).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
    expect(proxy.accepted() - before).toBeLessThanOrEqual(3)
    await change(`ALTER ROLE ${role} LOGIN`)
    await expect.poll(() => store.commit(put(1)).catch(() => false)).toBe(true)
  })

  it('knows that a database that accepts only reads has written nothing', async () => {
    const { store, change, database } = await opened()
    await change(`ALTER DATABASE ${database} SET default_transaction_read_only = on`)
    await expect.poll(() => failureOf(store)).toContain('read-only transaction')
    const error = await store.commit(put(1)).catch((one: unknown) => one)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).not.toBeInstanceOf(WriteUnconfirmed)
    expect(await store.get('key_00001')).toBeUndefined()
  })
})
