import type { Client } from 'pg'
import { DEADLINE_MS } from '../remote/deadline.ts'
import { type Advice, cannotOpen, forCertificate, notPrepared } from '../remote/failures.ts'
import { createLink } from '../remote/link.ts'
import { createLinkPool, postgresLink } from './connect.ts'
import { PostgresAdapter } from './postgres-adapter.ts'
import { postgresAddress } from './postgres-address.ts'

/** Reads of one iteration of the event loop share a statement, so a few connections carry all of them. */
const READERS = 3

export interface OpenPostgresOptions {
  readonly now: () => number
  /** False: a database without the table is refused. */
  readonly mayCreate: boolean
}

/** Connects, creates the table if needed, and refuses what cannot work. */
export async function openPostgres(
  url: string,
  { now, mayCreate }: OpenPostgresOptions,
): Promise<PostgresAdapter> {
  const address = postgresAddress(url)
  const options = postgresLink(address)
  const reader = createLink(options)
  const others = Array.from({ length: READERS - 1 }, () => createLink(options))
  // The last is taken first: it is the one that is connected when the store has been opened.
  const readers = createLinkPool([...others, reader])
  const writer = createLink(options)
  let caveats: readonly string[] = []
  try {
    await writer.run(
      (one) =>
        reader.run(async (other) => {
          await refuseTransactionPooler(one, other)
          caveats = await readCaveats(one)
          await prepareSchema(one, mayCreate)
        }, START_MS),
      START_MS,
    )
    return new PostgresAdapter({ readers, writer }, now, caveats)
  } catch (error) {
    await Promise.all([readers.close(), writer.close()])
    throw cannotOpen(address.name, error, ADVICE, caveats)
  }
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const ADVICE: Advice = new Map([
  ...forCertificate('name the file with its authority as sslrootcert in DATABASE_URL'),
  [
    '42501',
    'use the role that owns the tables of Prentice; in a new database, let it create them with GRANT CREATE, USAGE ON SCHEMA',
  ],
  [
    '3F000',
    'create the schema that the search_path of the role names, or change it with ALTER ROLE … SET search_path',
  ],
  ['53100', 'free space on its disk'],
  // PostgreSQL 15 and older report this without the code of a full disk:
  // https://github.com/postgres/postgres/blob/REL_15_STABLE/src/backend/utils/cache/relcache.c (write_item)
  ['could not write init file', 'its disk is probably full: free space there'],
  [
    '53300',
    `a server needs ${READERS + 1} connections: raise max_connections, or the limit of the role or database`,
  ],
  ['25006', 'it accepts only reads; hosted servers switch this on when their disk is nearly full'],
])

/** Nobody waits for a response yet: the database may be busy, or another server may be creating the table. */
const START_MS = 5 * DEADLINE_MS

async function readCaveats(client: Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ fsync: string }>("SELECT current_setting('fsync') AS fsync")
  return rows[0]?.fsync === 'off' ? [UNSAFE] : []
}

const UNSAFE =
  'PostgreSQL runs with fsync = off: when its machine fails, jobs that were accepted are lost and its files are damaged'

/**
 * PgBouncer in transaction mode gives a connection another server process for each transaction. Prepared statements and
 * session settings would then be those of others. One connection begins a transaction while the other is idle: if it gets
 * the process that the other had, processes are shared.
 */
async function refuseTransactionPooler(one: Client, other: Client): Promise<void> {
  const before = await processOf(one)
  await other.query('BEGIN')
  try {
    const shared = (await processOf(other)) === before
    // The same pooler with more processes: the first connection gets another one now.
    if (shared || (await processOf(one)) !== before) throw new Error(WHY)
  } finally {
    await other.query('ROLLBACK')
  }
}

const WHY =
  'it is a connection pooler in transaction mode, which does not keep sessions: point DATABASE_URL to PostgreSQL itself, ' +
  'or set pool_mode = session'

async function processOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

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
async function prepareSchema(client: Client, mayCreate: boolean): Promise<void> {
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
