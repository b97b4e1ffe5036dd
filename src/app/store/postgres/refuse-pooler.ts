import type { Client } from 'pg'

/**
 * PgBouncer in transaction mode gives a connection another server process for each transaction. Prepared statements and
 * session settings would then be those of others. One connection begins a transaction while the other is idle: if it gets
 * the process that the other had, processes are shared.
 */
export async function refuseTransactionPooler(one: Client, other: Client): Promise<void> {
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
