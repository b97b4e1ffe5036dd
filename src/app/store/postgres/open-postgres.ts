import type { Client } from 'pg'
import { DEADLINE_MS } from '../remote/deadline.ts'
import { type Advice, cannotOpen, forCertificate } from '../remote/failures.ts'
import { createLink } from '../remote/link.ts'
import { createLinkPool } from '../remote/link-pool.ts'
import { postgresLink } from './connect.ts'
import { PostgresAdapter } from './postgres-adapter.ts'
import { postgresAddress } from './postgres-address.ts'
import { prepareSchema } from './prepare-schema.ts'
import { refuseTransactionPooler } from './refuse-pooler.ts'

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
