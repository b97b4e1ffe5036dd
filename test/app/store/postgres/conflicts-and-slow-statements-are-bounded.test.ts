import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { lockHash } from '../../../../src/app/store/postgres/postgres-adapter.ts'
import { StoreUnavailable } from '../../../../src/app/store/store.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

async function openWithAdmin() {
  const url = await POSTGRES.newDatabase()
  const store = await openStore(url)
  onTestFinished(() => store.close())
  const admin = new Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  return { store, admin }
}

/** Runs PL/pgSQL before each write. */
async function beforeWrites(admin: Client, body: string): Promise<void> {
  await admin.query(`
    CREATE SEQUENCE tries;
    CREATE FUNCTION before_write() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN ${body} RETURN NULL; END $$;
    CREATE TRIGGER before_write BEFORE INSERT ON prentice_entry EXECUTE FUNCTION before_write();`)
}

/** A sequence counts what was rolled back, too. */
const triesOf = async (admin: Client) =>
  Number((await admin.query<{ tries: string }>('SELECT last_value AS tries FROM tries')).rows[0]?.tries)

const put = (key: string) => ({ checks: [{ key, value: null }], set: [{ key, value: '1' }] })

describeRemote(POSTGRES, () => {
  it.each(['40001', '40P01'])('repeats a batch after SQLSTATE %s', async (code) => {
    const { store, admin } = await openWithAdmin()
    await beforeWrites(
      admin,
      `IF nextval('tries') < 4 THEN RAISE EXCEPTION 'a conflict' USING ERRCODE = '${code}'; END IF;`,
    )
    expect(await Promise.all([store.commit(put('a')), store.commit(put('b'))])).toEqual([true, true])
    expect(await triesOf(admin)).toBe(4)
    expect(await store.getMany(['a', 'b'])).toEqual(['1', '1'])
  })

  it('gives up after five tries', async () => {
    const { store, admin } = await openWithAdmin()
    await beforeWrites(
      admin,
      `PERFORM nextval('tries'); RAISE EXCEPTION 'a conflict' USING ERRCODE = '40001';`,
    )
    await expect(store.commit(put('a'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await triesOf(admin)).toBe(5)
    expect(await store.get('a')).toBeUndefined()
  })

  it('does not wait for a slow statement, and works again after it', async () => {
    const { store, admin } = await openWithAdmin()
    await beforeWrites(admin, 'PERFORM pg_sleep(600);')
    await expect(store.commit(put('a'))).rejects.toBeInstanceOf(StoreUnavailable)
    // The trigger waits for the end of the slow statement, which PostgreSQL ends.
    await admin.query('DROP TRIGGER before_write ON prentice_entry')
    await expect.poll(() => store.commit(put('b')).catch(() => false)).toBe(true)
    expect(await store.getMany(['a', 'b'])).toEqual([undefined, '1'])
  })

  it('does not wait for a session that keeps its locks', async () => {
    const { store, admin } = await openWithAdmin()
    await admin.query('SELECT pg_advisory_lock($1::int8)', [lockHash('a')])
    await expect(store.commit(put('a'))).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await store.get('a')).toBeUndefined()
    await admin.query('SELECT pg_advisory_unlock_all()')
    await expect.poll(() => store.commit(put('a')).catch(() => false)).toBe(true)
  })
})
