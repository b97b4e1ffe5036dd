import { parseAddress, type RemoteAddress, refuse, requireSafe } from '../remote/address.ts'

const EXAMPLE = 'for example rediss://default:PASSWORD@redis.example.com:6379/0'

export interface RedisAddress extends RemoteAddress {
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
