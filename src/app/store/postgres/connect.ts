import { Client } from 'pg'
import { DEADLINE_MS, DeadlineExceeded, startDeadline, withDeadline } from '../remote/deadline.ts'
import type { Link, LinkOptions } from '../remote/link.ts'
import type { PostgresAddress } from './postgres-address.ts'

/**
 * Settings of a session. With them, the server ends what this process cannot end: the transaction of a stopped process,
 * whose locks others wait for, and statements whose result nobody waits for.
 */
const LIMITS = [
  `SET statement_timeout = ${DEADLINE_MS}`,
  `SET lock_timeout = ${DEADLINE_MS - 500}`,
  `SET idle_in_transaction_session_timeout = ${DEADLINE_MS}`,
  // A commit is answered when it is on disk. Stricter settings of the operator, for replicas, stay.
  "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
]

/**
 * Every statement has one good plan: from the index, in the order of keys. Without statistics, of a new or restored
 * database, PostgreSQL would choose to read the whole table, and would plan most statements at each execution:
 * https://www.postgresql.org/docs/current/runtime-config-query.html
 */
const PLANS = [
  'SET plan_cache_mode = force_generic_plan',
  'SET enable_seqscan = off',
  'SET enable_bitmapscan = off',
  'SET enable_sort = off',
]

const SETTINGS = [...LIMITS, ...PLANS].join('; ')

/** The connections of one process, each opened when it is needed. */
export const postgresLink = ({ config }: PostgresAddress): LinkOptions<Client> => ({
  async connect(onLost) {
    const client = new Client({
      ...config,
      application_name: 'prentice',
      keepAlive: true,
      pipeline: true,
    })
    client.on('error', onLost)
    client.on('end', onLost)
    try {
      await withDeadline(client.connect(), DEADLINE_MS)
      // Without this deadline, a connection that the network has lost would stay open, and each attempt would add one.
      await withDeadline(prepare(client), DEADLINE_MS)
      return client
    } catch (error) {
      discard(client)
      throw error
    }
  },
  destroy: discard,
  end: (client) => client.end(),
  isLost: isLostConnection,
})

async function prepare(client: Client): Promise<void> {
  await client.query(SETTINGS)
  await requirePrimary(client)
}

/** After a failover, the old server may come back as a replica, whose data is old. */
async function requirePrimary(client: Client): Promise<void> {
  const { rows } = await client.query<{ replica: boolean }>('SELECT pg_is_in_recovery() AS replica')
  if (rows[0]?.replica === true)
    throw new Error('it is a replica, which accepts no writes: point DATABASE_URL to the primary')
}

function discard(client: Client): void {
  // `end` waits for the server, which may be hung.
  client.connection.stream.destroy()
}

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
export const READ_ONLY = '25006'
const IDLE_TOO_LONG = '25P03'

/** An error without a code of PostgreSQL comes from the connection. */
export function isLostConnection(error: unknown): boolean {
  const code = sqlState(error)
  if (code === null) return true
  return code.startsWith('08') || code.startsWith('57P') || code === READ_ONLY || code === IDLE_TOO_LONG
}

export function sqlState(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || !('severity' in error)) return null
  return String(error.code)
}

/** Maximum number of waiting tasks. Further ones are refused, because the database cannot keep up. */
const MAX_WAITING = 1_000

/** Time that a task may take after it has waited for a connection. */
const MIN_MS = 200

interface Waiting<C> {
  readonly begin: (link: Link<C>) => void
  readonly stopDeadline: () => void
}

/** Several connections, of which each does one task at a time. A task waits for a free one until the deadline. */
export function createLinkPool<C>(links: readonly Link<C>[]) {
  const idle = [...links]
  const waiting = new Set<Waiting<C>>()

  function take(): Promise<Link<C>> {
    const free = idle.pop()
    if (free !== undefined) return Promise.resolve(free)
    if (waiting.size >= MAX_WAITING) throw new Error('too many requests wait for the database')
    return new Promise((resolve, reject) => {
      const one: Waiting<C> = {
        begin: resolve,
        stopDeadline: startDeadline(DEADLINE_MS, () => {
          waiting.delete(one)
          reject(new DeadlineExceeded(`no connection to the database was free for ${DEADLINE_MS} ms`))
        }),
      }
      waiting.add(one)
    })
  }

  function giveBack(link: Link<C>): void {
    const [next] = waiting
    if (next === undefined) {
      idle.push(link)
      return
    }
    waiting.delete(next)
    next.stopDeadline()
    next.begin(link)
  }

  return {
    async run<T>(work: (client: C) => Promise<T>): Promise<T> {
      const started = performance.now()
      const link = await take()
      const left = DEADLINE_MS - (performance.now() - started)
      try {
        return await link.run(work, Math.max(MIN_MS, left))
      } finally {
        giveBack(link)
      }
    },
    async close(): Promise<void> {
      await Promise.all(links.map((link) => link.close()))
    },
  }
}

export type LinkPool<C> = ReturnType<typeof createLinkPool<C>>
