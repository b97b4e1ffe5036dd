import type { Client } from 'pg'
import { notPrepared } from '../remote/failures.ts'

/** Layout of the table. */
const LAYOUT = 1

/** Of the advisory lock under which one server at a time prepares the table. */
const SCHEMA_LOCK = 7_266_283

/**
 * Keys and values are bytes: text refuses a zero byte, and its order depends on the locale. Rows of queues come and go,
 * so autovacuum must not wait until a fifth of a large table is dead.
 */
const CREATE = `
  CREATE TABLE prentice_entry (key bytea PRIMARY KEY, value bytea NOT NULL, expires_at int8)
    WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);
  CREATE INDEX prentice_entry_expires_at ON prentice_entry (expires_at) WHERE expires_at IS NOT NULL;
  CREATE TABLE prentice_layout (layout int4 NOT NULL);
  INSERT INTO prentice_layout VALUES (${LAYOUT});
`

/**
 * Creates the table in a new database. A server that starts on an existing one only reads, so that a rolling restart
 * never waits behind a long query. Refuses a newer layout.
 */
export async function prepareSchema(client: Client, mayCreate: boolean): Promise<void> {
  const layout = await readLayout(client)
  if (layout === null) {
    if (!mayCreate) throw notPrepared()
    await createOnce(client)
  } else if (layout > LAYOUT)
    throw new Error(
      `it was written by a newer Prentice (layout ${layout}, this version knows ${LAYOUT}): run that version`,
    )
}

/** `null`: the database has none of the tables. */
async function readLayout(client: Client): Promise<number | null> {
  // to_regclass would remember that there is no table, also while this session waits for the lock.
  const { rows } = await client.query<{ relname: string }>(
    "SELECT relname FROM pg_class WHERE relname IN ('prentice_layout', 'prentice_entry') AND pg_table_is_visible(oid)",
  )
  const [only, second] = rows
  if (only === undefined) return null
  if (second === undefined)
    throw new Error(
      `it has only one of the two tables of Prentice, ${only.relname}: restore both from a backup`,
    )
  const layouts = await client.query<{ layout: number }>('SELECT layout FROM prentice_layout')
  const layout = layouts.rows[0]?.layout
  if (layout !== undefined) return layout
  throw new Error(
    'its table prentice_layout is empty: restore both tables of Prentice from a backup, or, if only this row is lost, ' +
      `run INSERT INTO prentice_layout VALUES (${LAYOUT})`,
  )
}

async function createOnce(client: Client): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SELECT pg_advisory_xact_lock(${SCHEMA_LOCK})`)
    if ((await readLayout(client)) === null) await client.query(CREATE)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}
