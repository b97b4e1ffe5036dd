import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { checkStore } from '../../../../src/app/doctor/check-server.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { describeRemote, KEY_PEPPER, POSTGRES } from '../../../support/stores/stores.ts'

/** An empty database, a role without rights in it, and the URL of both. */
async function withRole() {
  const url = new URL(await POSTGRES.newDatabase())
  const admin = new Client({ connectionString: url.href })
  await admin.connect()
  onTestFinished(() => admin.end())
  const role = `role_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE ROLE ${role} LOGIN PASSWORD 'a password'`)
  onTestFinished(async () => {
    await admin.query(`DROP OWNED BY ${role}`)
    await admin.query(`DROP ROLE ${role}`)
  })
  url.username = role
  url.password = 'a password'
  return { admin, role, url: url.href, database: url.pathname.slice(1) }
}

describeRemote(POSTGRES, () => {
  it('says which rights a role needs that may not create tables, and uses the schema of its search_path', async () => {
    const { admin, role, url, database } = await withRole()
    await expect(openStore(url)).rejects.toThrow(/permission denied for schema public: .*GRANT CREATE/)
    await admin.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = apart`)
    await expect(openStore(url)).rejects.toThrow(
      /no schema has been selected to create in: create the schema/,
    )
    await admin.query(`CREATE SCHEMA apart AUTHORIZATION ${role}`)
    const store = await openStore(url)
    onTestFinished(() => store.close())
    expect(await store.commit({ set: [{ key: 'a', value: '1' }] })).toBe(true)
    const { rows } = await admin.query('SELECT count(*)::int AS entries FROM apart.prentice_entry')
    expect(rows).toEqual([{ entries: 1 }])
  })

  it('says how many connections a server needs if a role may have fewer', async () => {
    const { admin, role, url } = await withRole()
    await admin.query(`ALTER ROLE ${role} CONNECTION LIMIT 1`)
    await expect(openStore(url)).rejects.toThrow(
      /too many connections for role .*: a server needs 4 connections: raise max_connections/,
    )
  })

  it('says that a role may only read, also to the doctor', async () => {
    const { admin, role, url, database } = await withRole()
    await admin.query(`GRANT CREATE ON SCHEMA public TO ${role}`)
    const onlyReads = (setting: 'on' | 'off') =>
      admin.query(`ALTER ROLE ${role} IN DATABASE ${database} SET default_transaction_read_only = ${setting}`)
    await onlyReads('on')
    await expect(openStore(url)).rejects.toThrow(/read-only transaction: it accepts only reads/)
    await onlyReads('off')
    await (await openStore(url, { keyPepper: KEY_PEPPER })).close()
    const look = async () => (await checkStore(url, KEY_PEPPER)).map(({ status, text }) => [status, text])
    expect(await look()).toContainEqual(['ok', expect.anything()])
    await onlyReads('on')
    expect(await look()).toEqual([['fail', expect.stringContaining('PostgreSQL accepts only reads')]])
  })
})
