import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { isAddress, isInRanges } from '../../../net/ip-address.ts'
import { commandOf } from '../../command-line/command-name.ts'
import { type FoundKey, holdsKey, judgeKey, placeOfKey } from '../../keys/find-key.ts'
import { covers, type KeyRecord, memberOfKey, type Scope } from '../../keys/key-record.ts'
import { type Project, parseProject, projectKeys } from '../../projects/project.ts'
import type { Store } from '../../store/store.ts'
import { HttpError, quoted } from '../shared/http-error.ts'
import { countBodyFor } from '../shared/read-body.ts'

/** What an API key may be used for. */
export interface CallerAccess {
  /**
   * The key that a request presents, if it permits this method from this address (RFC 6750). Throws 401 and 403. `scope`:
   * what the operation needs, if not what its method needs.
   */
  authenticate(request: IncomingMessage, scope?: Scope): Promise<KeyRecord>
  /**
   * The same with a project, and the values of other keys of the store (`alsoRead`), in one read. Throws 401, 403 and 404.
   */
  authorize(
    request: IncomingMessage,
    projectId: string,
    options?: { readonly alsoRead?: readonly string[]; readonly scope?: Scope },
  ): Promise<Authorized>
  /** The IP address that a request comes from. */
  address(request: IncomingMessage): string
  /** The project, if the key covers it. Any other is a 404, whether it exists or not. */
  project(key: KeyRecord, id: string): Promise<Project>
}

interface Authorized {
  readonly key: KeyRecord
  readonly project: Project
  /** Of the keys in `alsoRead`. */
  readonly values: readonly (string | undefined)[]
}

export function createCallerAccess(deps: {
  readonly store: Pick<Store, 'get' | 'getMany'>
  readonly now: () => number
  /** `null`: keys are stored under a plain hash. */
  readonly keyPepper: string | null
  /** CIDR ranges of the proxies whose `X-Forwarded-For` is believed. */
  readonly trustedProxies: readonly string[]
  /** Called at each permitted use; nobody waits for it. */
  readonly recordKeyUse: (key: KeyRecord) => void
}): CallerAccess {
  // Most connections show the same key with each request. Its record is read each time, but its hash stays the same.
  const lastOf = new WeakMap<Socket, { readonly shown: string; readonly at: string }>()

  function placeOf({ headers: { authorization }, url = '', socket }: IncomingMessage): string {
    const shown = bearerKey(authorization, url)
    const last = lastOf.get(socket)
    if (last?.shown === shown) return last.at
    const place = placeOfKey(shown, deps.keyPepper)
    if (place.kind !== 'good') throw invalidKey(place.kind)
    lastOf.set(socket, { shown, at: place.at })
    return place.at
  }

  function permit(request: IncomingMessage, stored: string | undefined, scope: Scope): KeyRecord {
    const found = judgeKey(stored, deps.now())
    if (found.kind !== 'valid') throw invalidKey(found.kind)
    const { key } = found
    mustHaveScope(key, scope)
    if (key.allowedIps.length > 0) mustComeFrom(key, clientAddress(request, deps.trustedProxies))
    deps.recordKeyUse(key)
    if (scopeOf(request.method) !== 'read')
      countBodyFor(request, { group: `account-${key.accountId}`, member: memberOfKey(key).id })
    return key
  }

  return {
    async authenticate(request, scope = scopeOf(request.method)) {
      return permit(request, await deps.store.get(placeOf(request)), scope)
    },
    async authorize(request, projectId, { alsoRead = [], scope = scopeOf(request.method) } = {}) {
      if (!isProjectId(projectId)) {
        permit(request, await deps.store.get(placeOf(request)), scope)
        throw noSuchProject(projectId)
      }
      const keys = [placeOf(request), projectKeys.record(projectId), ...alsoRead]
      const [storedKey, storedProject, ...values] = await deps.store.getMany(keys)
      const key = permit(request, storedKey, scope)
      return { key, project: coveredProject(key, projectId, storedProject), values }
    },
    address: (request) => clientAddress(request, deps.trustedProxies),
    async project(key, id) {
      const stored = isProjectId(id) ? await deps.store.get(projectKeys.record(id)) : undefined
      return coveredProject(key, id, stored)
    },
  }
}

function coveredProject(key: KeyRecord, id: string, stored: string | undefined): Project {
  const project = stored === undefined ? null : parseProject(stored, id)
  if (project !== null && covers(key, project)) return project
  throw noSuchProject(id)
}

const noSuchProject = (id: string): HttpError =>
  new HttpError(
    404,
    `there is no project ${quoted(id)} that this API key covers; GET /v2/projects lists them`,
  )

const invalidKey = (why: Exclude<FoundKey['kind'], 'valid'>): HttpError =>
  unauthorized(REFUSALS[why], 'invalid_token')

const NEW_ONE = `create a new one in the dashboard, or with \`${commandOf('keys', 'create --account LOGIN')}\``

const newKeyWith = (scope: Scope): string =>
  `create a key that has it in the dashboard, or with \`${commandOf('keys', `create --account LOGIN --scopes ${scope}`)}\``

const REFUSALS: Readonly<Record<Exclude<FoundKey['kind'], 'valid'>, string>> = {
  foreign: 'this is not an API key of Prentice: those start with prn_',
  incomplete: 'the API key is not complete: it has prn_ and 36 letters and digits; copy it again',
  mistyped: 'the API key has a wrong checksum, so a character of it is wrong; copy it again',
  unknown: `the API key is unknown; ${NEW_ONE}`,
  expired: `the API key has expired; ${NEW_ONE}`,
  replaced: 'the API key was rotated and its grace period is over; use the one that took over from it',
  revoked: `the API key was revoked; ${NEW_ONE}`,
}

const scopeOf = (method: string | undefined): Scope =>
  method === 'GET' || method === 'HEAD' ? 'read' : 'write'

/** In rising order: each implies those before it. */
const RANKS = ['read', 'write', 'admin'] as const satisfies readonly Scope[]

function mustHaveScope(key: KeyRecord, scope: Scope): void {
  if (key.scopes.some((own) => RANKS.indexOf(own) >= RANKS.indexOf(scope))) return
  throw new HttpError(403, `the API key lacks the scope ${scope}; ${newKeyWith(scope)}`, {
    'www-authenticate': `Bearer realm="Prentice", error="insufficient_scope", scope="${scope}"`,
  })
}

function mustComeFrom(key: KeyRecord, address: string): void {
  if (isInRanges(address, key.allowedIps)) return
  throw new HttpError(403, `the API key may not be used from ${address}`)
}
const isProjectId = (id: string): boolean => /^prj_[0-9a-z]{1,20}$/.test(id)

/**
 * The client's address: the socket's, as anybody can write `X-Forwarded-For`. Where the socket's is a trusted proxy,
 * the right-most forwarded address that is not one itself: each proxy appends whom it saw, so only what stands left
 * of it may be made up. Without a usable header, the result is the proxy's own address, which no key is meant for.
 */
export function clientAddress(request: IncomingMessage, trustedProxies: readonly string[]): string {
  const peer = plain(request.socket.remoteAddress ?? '')
  if (trustedProxies.length === 0 || !isInRanges(peer, trustedProxies)) return peer
  // Node joins several of these headers with commas, in their order. Read from the right, so that a long made-up
  // part is not looked at.
  const forwarded = [request.headers['x-forwarded-for'] ?? []].flat().join(',').split(',')
  const last = forwarded.findLast((entry) => !isInRanges(addressOf(entry), trustedProxies))
  const client = addressOf(last ?? '')
  return isAddress(client) ? client : peer
}

const addressOf = (entry: string): string => plain(withoutPort(entry.trim()))

/** On a socket that listens on IPv6, the address of an IPv4 client is `::ffff:203.0.113.7`. */
const plain = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** Some load balancers append `203.0.113.7:4711` or `[2001:db8::7]:4711`. */
const withoutPort = (entry: string): string =>
  entry.replace(/^\[([^\]]+)\](?::\d+)?$/, '$1').replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1')

/** RFC 6750, section 3. A request without credentials gets no error code. */
const unauthorized = (message: string, error?: 'invalid_request' | 'invalid_token'): HttpError =>
  new HttpError(401, message, {
    'www-authenticate': `Bearer realm="Prentice"${error === undefined ? '' : `, error="${error}"`}`,
  })

const HEADER = '`Authorization: Bearer prn_…`'

/** What nearly every request sends. */
const USUAL = /^Bearer (prn_[0-9A-Za-z]+)$/

/** The key of a request, valid or not. Throws a 401 unless the request has exactly one, in the header. */
function bearerKey(authorization: string | undefined, url: string): string {
  if (isInUrl(url)) {
    throw unauthorized(
      `a key in the URL ends up in logs: send it in the header ${HEADER} and replace the one you sent`,
      'invalid_request',
    )
  }
  const usual = authorization === undefined ? undefined : USUAL.exec(authorization)?.[1]
  if (usual !== undefined) return usual
  const shown = authorization?.trim()
  if (!shown) throw unauthorized(`send your API key in the header ${HEADER}`)
  const [scheme, key, more] = shown.split(/ +/)
  // Several headers arrive as one, joined by commas.
  if (/\bbearer\b/i.test(shown) && (more !== undefined || shown.includes(','))) throw moreThanOne(shown)
  if (scheme?.toLowerCase() !== 'bearer') throw otherScheme(shown)
  if (key === undefined) {
    throw unauthorized(
      'there is no API key after `Bearer`: is the variable that should hold it set?',
      'invalid_request',
    )
  }
  if (!isKeyAlone(key))
    throw unauthorized(
      'the API key stands between other characters, quotes perhaps: send it alone',
      'invalid_token',
    )
  return key
}

/** `Bearer Bearer …`: the variable that is put after the word begins with it as well. */
const moreThanOne = (shown: string): HttpError =>
  /^bearer +bearer +[^ ,]+$/i.test(shown)
    ? unauthorized(`the word \`Bearer\` is there twice: send ${HEADER}`, 'invalid_request')
    : unauthorized(
        'the request has two credentials: send one Authorization header with one API key',
        'invalid_request',
      )

/** Or nothing that holds one. */
const isKeyAlone = (key: string): boolean => key.startsWith('prn_') || !holdsKey(key)

/** The response does not repeat the credential: it may be a password, or the key itself. */
function otherScheme(shown: string): HttpError {
  if (!holdsKey(shown))
    return unauthorized(`the Authorization header is of another scheme than Bearer: send ${HEADER}`)
  return /^bearer/i.test(shown)
    ? unauthorized(
        `put a blank, and nothing else, between \`Bearer\` and the API key: ${HEADER}`,
        'invalid_request',
      )
    : unauthorized(`put the word \`Bearer\` before the API key: ${HEADER}`, 'invalid_request')
}

/** RFC 6750, section 2.3, knows the way by a parameter and advises against it; nobody means any other. */
function isInUrl(url: string): boolean {
  if (holdsKey(url)) return true
  const start = url.indexOf('?')
  if (start < 0) return false
  const query = new URLSearchParams(url.slice(start))
  return query.has('access_token') || query.has('api_key') || [...query].flat().some(holdsKey)
}
