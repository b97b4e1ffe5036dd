import { readFileSync } from 'node:fs'
import type { ClientConfig } from 'pg'
import { isLocal, parseAddress, refuse, requireSafe } from '../remote/address.ts'

const EXAMPLE = 'for example postgres://prentice:PASSWORD@db.example.com/prentice?sslmode=verify-full'
const KNOWN = ['host', 'sslmode', 'sslrootcert']
/** Only the strictest mode of libpq protects against a man in the middle, so all of these select it. */
const VERIFIED = ['require', 'verify-ca', 'verify-full']

export interface PostgresAddress {
  readonly name: string
  readonly config: ClientConfig
}

/** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with `sslmode`, `sslrootcert` and `host` as libpq has them. */
export function postgresAddress(url: string): PostgresAddress {
  const address = parseAddress(url, { defaultPort: 5432, example: EXAMPLE })
  const { host, port, user, password, database, parameters, name } = address
  const unknown = [...parameters.keys()].find((key) => !KNOWN.includes(key))
  if (unknown !== undefined)
    throw refuse(`the parameter ${unknown} is not supported; remove it, or use ${KNOWN.join(', ')}`)
  if (database === '') throw refuse(`it names no database; ${EXAMPLE}`)
  const isEncrypted = encryptionOf(parameters.get('sslmode'), host)
  requireSafe(address, isEncrypted, 'set sslmode=verify-full')
  return {
    name,
    config: {
      host,
      port,
      database,
      ...(user !== null && { user }),
      ...(password !== null && { password }),
      ssl: isEncrypted ? { rejectUnauthorized: true, ...authorityOf(parameters.get('sslrootcert')) } : false,
    },
  }
}

/** Without `sslmode`, a connection to another machine is encrypted. */
function encryptionOf(mode: string | null, host: string): boolean {
  if (mode === null) return !isLocal(host)
  if (mode === 'disable') return false
  if (VERIFIED.includes(mode)) return true
  throw refuse(`sslmode=${mode} does not protect the connection; set sslmode=verify-full`)
}

function authorityOf(path: string | null): { readonly ca?: string } {
  if (path === null || path === 'system') return {}
  try {
    return { ca: readFileSync(path, 'utf8') }
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw refuse(`sslrootcert: ${path} cannot be read (${why})`)
  }
}
