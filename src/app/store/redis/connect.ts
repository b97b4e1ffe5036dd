import { createClient } from '@redis/client'
import { parseAddress, type RemoteAddress, refuse, requireSafe } from '../remote/address.ts'
import { DEADLINE_MS, withDeadline } from '../remote/deadline.ts'
import type { LinkOptions } from '../remote/link.ts'
import { requireUsable, type ServerInfo } from './server-info.ts'

/** Maximum number of commands that wait for a slow server. */
const MAX_WAITING = 20_000

function newClient({ host, port, user, password, index, isEncrypted }: RedisAddress) {
  const common = { host, port, connectTimeout: DEADLINE_MS, reconnectStrategy: false } as const
  return createClient({
    socket: isEncrypted ? { ...common, tls: true, rejectUnauthorized: true } : common,
    ...(user !== null && { username: user }),
    ...(password !== null && { password }),
    database: index,
    disableOfflineQueue: true,
    commandsQueueMaxLength: MAX_WAITING,
    // The link has its own deadlines. The client's would keep an AbortSignal of each command for five seconds.
    commandOptions: { timeout: 0 },
    maintNotifications: 'disabled',
    disableClientInfo: true,
    RESP: 2,
  })
}

export type RedisClient = ReturnType<typeof newClient>

/** The connection of one process. `onConnected` gets what the server says about itself. */
export const redisLink = (
  address: RedisAddress,
  onConnected: (client: RedisClient, info: ServerInfo) => Promise<void>,
): LinkOptions<RedisClient> => ({
  async connect(onLost) {
    const client = newClient(address)
    client.on('error', onLost)
    client.on('end', onLost)
    try {
      await withDeadline(prepare(client, onConnected), DEADLINE_MS)
      return client
    } catch (error) {
      discard(client)
      throw error
    }
  },
  destroy: discard,
  end: (client) => client.close(),
  isLost: (error) => isLostConnection(error),
})

async function prepare(
  client: RedisClient,
  onConnected: (client: RedisClient, info: ServerInfo) => Promise<void>,
): Promise<void> {
  await client.connect()
  await onConnected(client, requireUsable(await client.info()))
}

function discard(client: RedisClient): void {
  if (client.isOpen) client.destroy()
}

/** An error reply begins with a code in capitals. All other errors come from the connection. */
export const replyCode = (error: unknown): string | null =>
  error instanceof Error ? (/^([A-Z][A-Z0-9]{2,}) /.exec(error.message)?.[1] ?? null) : null

/** A former primary refuses writes, and its data is old. */
const NOT_PRIMARY = ['READONLY', 'MASTERDOWN', 'LOADING', 'UNBLOCKED']

export function isLostConnection(error: unknown): boolean {
  const code = replyCode(error)
  return code === null || NOT_PRIMARY.includes(code)
}

const EXAMPLE = 'for example rediss://default:PASSWORD@redis.example.com:6379/0'

interface RedisAddress extends RemoteAddress {
  readonly isEncrypted: boolean
  readonly index: number
}

/** `redis://USER:PASSWORD@HOST:PORT/NUMBER`, or `rediss:` with TLS. */
export function redisAddress(url: string): RedisAddress {
  const isEncrypted = /^rediss:/i.test(url)
  const address = parseAddress(url, { defaultPort: 6379, example: EXAMPLE })
  const [unknown] = address.parameters.keys()
  if (unknown !== undefined) throw refuse(`the parameter ${unknown} is not supported; remove it`)
  if (!/^\d{0,4}$/.test(address.database))
    throw refuse(`Redis has numbered databases, and ${address.name} names none; ${EXAMPLE}`)
  requireSafe(address, isEncrypted, 'write rediss: instead of redis:')
  return { ...address, isEncrypted, index: Number(address.database) }
}
