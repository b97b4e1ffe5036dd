import { Client } from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { describeRemote, POSTGRES } from '../../../support/stores/stores.ts'

/** After its fifth execution, PostgreSQL may keep the plan of a prepared statement. */
const EXECUTIONS = 20
const OTHERS = 3_000

const keys = (family: string, amount: number) =>
  Array.from({ length: amount }, (_, n) => `${family}/${String(n).padStart(5, '0')}`)

interface Database {
  readonly url: string
  readonly analyze: () => Promise<unknown>
  /** Of the table and its indexes. A session that has ended has reported all that it read. */
  readonly entriesRead: () => Promise<number>
}

async function newDatabase(): Promise<Database> {
  const url = await POSTGRES.newDatabase()
  const admin = new Client({ connectionString: url })
  await admin.connect()
  onTestFinished(() => admin.end())
  const ask = async (sql: string) => Number((await admin.query({ text: sql, rowMode: 'array' })).rows[0]?.[0])
  return {
    url,
    analyze: () => admin.query('ANALYZE prentice_entry'),
    async entriesRead() {
      const open = "application_name = 'prentice' AND datname = current_database()"
      await expect.poll(() => ask(`SELECT count(*) FROM pg_stat_activity WHERE ${open}`)).toBe(0)
      return ask(
        'SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables) + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes)',
      )
    },
  }
}

describeRemote(POSTGRES, () => {
  it('reads no entries outside a range, and no more than its limit, in a database without statistics', async () => {
    const { url, entriesRead } = await newDatabase()
    const filling = await openStore(url)
    const due = keys('due', 5)
    const expired = keys('jti', EXECUTIONS)
    for (const some of [due, keys('by', OTHERS), keys('view', OTHERS)])
      await filling.commit({ set: some.map((key) => ({ key, value: '' })) })
    await filling.commit({ set: expired.map((key) => ({ key, value: '', expiresAt: 1 })) })
    await filling.close()

    const before = await entriesRead()
    const store = await openStore(url)
    for (let count = 0; count < EXECUTIONS; count++) {
      expect(await store.list({ prefix: 'due/', limit: 100 })).toHaveLength(5)
      expect(await store.list({ prefix: 'by/', limit: 10 })).toHaveLength(10)
      expect(await store.getMany(due)).toEqual(due.map(() => ''))
      expect(await store.get('view/00001')).toBe('')
      expect(await store.sweep(2, 1)).toMatchObject({ removed: 1 })
      await store.commit({ del: [`view/${String(count).padStart(5, '0')}`, 'view/absent'] })
      await store.commit({ set: [{ key: 'view/00001', value: '' }] })
    }
    await store.close()
    expect((await entriesRead()) - before).toBeLessThanOrEqual(EXECUTIONS * 50)
  })

  it('removes expired entries without reading the others, where most entries expire', async () => {
    const { url, entriesRead, analyze } = await newDatabase()
    const filling = await openStore(url)
    const entries = keys('jti', OTHERS).map((key) => ({ key, value: '' }))
    await filling.commit({ set: entries.map((entry, n) => ({ ...entry, expiresAt: n + 1 })) })
    await filling.close()
    // The planner then expects a tenth of what it expects to have expired.
    await analyze()

    const before = await entriesRead()
    const store = await openStore(url)
    for (let now = 1; now <= EXECUTIONS; now++) {
      expect(await store.sweep(now, 1)).toMatchObject({ removed: 1 })
    }
    await store.close()
    expect((await entriesRead()) - before).toBeLessThanOrEqual(EXECUTIONS * 50)
  })
})
