import { randomUUID } from 'node:crypto'
import { DEADLINE_MS, noAnswer } from '../remote/deadline.ts'
import { type Advice, cannotOpen, forCertificate, notPrepared } from '../remote/failures.ts'
import { createLink } from '../remote/link.ts'
import { type RedisClient, redisAddress, redisLink } from './connect.ts'
import { LAYOUT } from './layout.ts'
import { type Persistence, readPersistence } from './persistence.ts'
import { RedisAdapter } from './redis-adapter.ts'

/** Version of layout.ts. */
const KNOWN_LAYOUT = 1

export interface OpenRedisOptions {
  readonly now: () => number
  /** False: a database without data of Prentice is refused. */
  readonly mayCreate: boolean
}

/** Connects, and refuses what cannot work. */
export async function openRedis(url: string, { now, mayCreate }: OpenRedisOptions): Promise<RedisAdapter> {
  const address = redisAddress(url)
  let persistence: Persistence = { caveats: [], isLate: false }
  const link = createLink(
    redisLink(address, async (client, info) => {
      persistence = await readPersistence(client, info)
    }),
  )
  try {
    const layout = await link.run((client) => requireLayout(client, mayCreate), DEADLINE_MS)
    return new RedisAdapter({ link, layout, now, persistence: () => persistence })
  } catch (error) {
    await link.close()
    throw cannotOpen(address.name, error, address.isEncrypted ? ENCRYPTED : PLAIN, persistence.caveats)
  }
}

const INDEX: [string, string] = [
  'ERR DB index is out of range',
  'name another database at the end of the URL, or raise `databases` of Redis',
]

const IS_TLS = 'check that it is Redis, and write rediss: instead of redis: if this port uses TLS'
const PLAIN: Advice = new Map([INDEX, ['ECONNRESET', IS_TLS], ['Socket closed unexpectedly', IS_TLS]])

const ENCRYPTED: Advice = new Map([
  INDEX,
  ...forCertificate('name the file with its authority in NODE_EXTRA_CA_CERTS'),
  [noAnswer(DEADLINE_MS), 'check host and port, and that this port uses TLS'],
])

/**
 * The version, and an id that no other database has: if one server begins anew on a database that was emptied, the others
 * notice. A database of an older version has no id.
 */
async function requireLayout(client: RedisClient, mayCreate: boolean): Promise<string> {
  if (mayCreate) await client.set(LAYOUT, `${KNOWN_LAYOUT} ${randomUUID()}`, { condition: 'NX' })
  const layout = await client.get(LAYOUT)
  if (layout === null) throw notPrepared()
  const version = Number.parseInt(layout, 10)
  if (version > KNOWN_LAYOUT)
    throw new Error(
      `it was written by a newer Prentice (layout ${version}, this version knows ${KNOWN_LAYOUT}): run that version`,
    )
  return layout
}
