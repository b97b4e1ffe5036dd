import { networkOfAddress } from '../../../net/ip-address.ts'

/** The server that DATABASE_URL names. */
export interface RemoteAddress {
  /** For messages: without user and password. */
  readonly name: string
  /** A host, or the folder of a Unix socket. */
  readonly host: string
  readonly port: number
  readonly user: string | null
  readonly password: string | null
  readonly database: string
  readonly parameters: URLSearchParams
}

export interface AddressForm {
  readonly defaultPort: number
  readonly example: string
}

/** libpq has a user without a host, and then a parameter `host`; a URL has not. */
const NO_HOST = /^([a-z]+:\/\/[^/?#@]*@)(?=[/?][^@]*$)/i
const SEVERAL_HOSTS = /^[a-z]+:\/\/(?:[^/?#@]*@)?[^/?#@]*,[^@]*$/i
const SEVERAL = 'it names several hosts, which is not supported: name one'

const withPlaceholder = (url: string): string =>
  /[?&]host=/.test(url) ? url.replace(NO_HOST, '$1localhost') : url

/** The URL of a database. Throws an error that names DATABASE_URL, but no part of its value that may hold a password. */
export function readUrl(url: string, example: string): URL {
  const parsed = URL.parse(url) ?? URL.parse(withPlaceholder(url))
  // A password of digits before a / or a ? looks like a port, and its rest like a database.
  const isCut = parsed !== null && (parsed.pathname + parsed.search).includes('@')
  if (parsed !== null && parsed.hash === '' && !isCut) return parsed
  if (NO_HOST.test(url)) throw refuse(`it names no host; ${example}`)
  if (SEVERAL_HOSTS.test(url)) throw refuse(SEVERAL)
  throw refuse(
    `it cannot be read: percent-encode special characters of the password, and check the port; ${example}`,
  )
}

/** Throws as `readUrl`. */
export function parseAddress(url: string, { defaultPort, example }: AddressForm): RemoteAddress {
  const parsed = readUrl(url, example)
  const parameters = parsed.searchParams
  const host = parameters.get('host') ?? decoded(parsed.hostname).replace(/^\[|\]$/g, '')
  if (host === '') throw refuse(`it names no host; ${example}`)
  if (host.includes(',')) throw refuse(SEVERAL)
  const port = Number(parsed.port || defaultPort)
  const database = decoded(parsed.pathname.slice(1))
  return {
    name: `${parsed.protocol}//${host.startsWith('/') ? '' : `${parsed.hostname}:${port}`}/${database}`,
    host,
    port,
    user: decoded(parsed.username) || null,
    password: decoded(parsed.password) || null,
    database,
    parameters,
  }
}

/**
 * Someone who can read or change what goes to the database owns every job and key, so a server on another machine needs a
 * password and TLS with a verified certificate.
 */
export function requireSafe(address: RemoteAddress, isEncrypted: boolean, encryption: string): void {
  if (isLocal(address.host)) return
  if (address.password === null)
    throw refuse(`${address.name} is on another machine, so the URL must contain a password`)
  if (!isEncrypted) throw refuse(`${address.name} is on another machine, so it needs TLS: ${encryption}`)
}

/** A folder holds a Unix socket. */
export const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || networkOfAddress(host) === 'loopback'

export const refuse = (why: string): Error => new Error(`DATABASE_URL: ${why}`)

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw refuse('it holds a % that is not part of a percent-encoded character: write it as %25')
  }
}
