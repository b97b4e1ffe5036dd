import { resolve } from 'node:path'
import { networkOfAddress } from '../../../net/ip-address.ts'
import { commandOf } from '../../command-line/command-name.ts'
import { FORMAT, readFormat, requireKnownFormat, storeKeys } from '../format.ts'
import { readUrl } from '../remote/address.ts'
import { signGrants, withoutGrants } from '../sign-grants.ts'
import { openFile, sqlitePath } from '../sqlite/open-sqlite.ts'
import { createKeyvStore, type StorageAdapter } from '../storage-adapter.ts'
import { type OpenedStore, type Store, StoreUnavailable } from '../store.ts'

interface OpenStoreOptions {
  /** Epoch milliseconds; decides what has expired. */
  readonly now?: () => number
  /** SQLite: how long a write waits for another process that holds the file. */
  readonly busyTimeoutMs?: number
  /** True: a missing database is an error, and none is created. */
  readonly mustExist?: boolean
  /** True: checks the whole SQLite file first, unless it is so large that this would delay the start. */
  readonly isChecked?: boolean
  /** True: for a move, which opens a store that was moved, or is being filled. */
  readonly isMoving?: boolean
  /** Signs the records of API keys and sessions in PostgreSQL and Redis with an HMAC. `undefined`: neither is read or written. */
  readonly keyPepper?: string | null
  /** `/proc/self/mountinfo` */
  readonly readMounts?: () => string
}

/**
 * Opens the database that DATABASE_URL names: `sqlite:<path of a local file>`, `sqlite::memory:`, `postgres://…` or
 * `redis://…`. Refuses a database that a newer version has written.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<OpenedStore> {
  const secure = grantsOf(url, options.keyPepper)
  const store = secure(createKeyvStore(await openAdapter(url, options)))
  try {
    requireKnownFormat((await readFormat(store)).format, FORMAT)
    if (options.isMoving !== true) await refuseMoved(store)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

/**
 * Others may reach a database on the network, so the records of its keys and sessions carry an HMAC. A file is protected
 * by its permissions.
 */
function grantsOf(url: string, keyPepper: string | null | undefined): (store: OpenedStore) => OpenedStore {
  if (storeKind(url) === 'sqlite') return (store) => store
  if (keyPepper === undefined) return withoutGrants
  if (keyPepper === null) throw new Error(NO_PEPPER)
  return (store) => signGrants(store, keyPepper)
}

const NO_PEPPER =
  'DATABASE_URL: PostgreSQL and Redis need KEY_PEPPER, a secret that protects API keys and sessions from everyone who can ' +
  'write to the database: set it to the same value on every server, for example from `openssl rand -hex 32`'

/** A client is loaded only if it is used: that of Redis needs 27 MB of memory, that of PostgreSQL 16 MB. */
async function openAdapter(
  url: string,
  {
    now = Date.now,
    busyTimeoutMs = 5000,
    mustExist = false,
    isChecked = false,
    readMounts,
  }: OpenStoreOptions,
): Promise<StorageAdapter> {
  switch (storeKind(url)) {
    case 'sqlite':
      return openFile(url, { now, busyTimeoutMs, mustExist, isChecked, readMounts })
    case 'postgres': {
      const { openPostgres } = await import('../postgres/open-postgres.ts')
      return openPostgres(url, { now, mayCreate: !mustExist })
    }
    case 'redis': {
      const { openRedis } = await import('../redis/open-redis.ts')
      return openRedis(url, { now, mayCreate: !mustExist })
    }
  }
}

/** Two servers on two copies of one store would both start its jobs. */
async function refuseMoved(store: Store): Promise<void> {
  const [movedTo, movingFrom] = await store.getMany([storeKeys.movedTo(), storeKeys.movingFrom()])
  if (movedTo !== undefined)
    throw new StoreUnavailable(
      `the data of this database was moved to ${movedTo}: point DATABASE_URL there; \`${commandOf('move', '--undo')}\` opens this one again`,
    )
  if (movingFrom !== undefined)
    throw new StoreUnavailable(
      `a move from ${movingFrom} to this database is not complete: run \`${commandOf('move')}\` again with DATABASE_URL and MOVE_TO as before`,
    )
}

/**
 * Ids of repositories and accounts are numbers of one GitHub. On another, they name the repositories of others, so a
 * store remembers the first GitHub that it was used with, and refuses all others.
 */
export async function requireSameGithub(store: Store, serverUrl: string): Promise<void> {
  const host = hostOf(serverUrl)
  const key = storeKeys.github()
  const known = await store.get(key)
  if (known === host) return
  const isFirst = known === undefined
  if (isFirst && (await store.commit({ checks: [{ key, value: null }], set: [{ key, value: host }] }))) return
  if (isFirst) return requireSameGithub(store, serverUrl)
  throw new StoreUnavailable(
    `the database belongs to ${known}, and GITHUB_SERVER_URL names ${host}: use another database for another GitHub`,
  )
}

/** The sandbox has another port at each start. */
function hostOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || networkOfAddress(address) === 'loopback' ? 'the sandbox' : hostname
}

type StoreKind = 'sqlite' | 'postgres' | 'redis'

const KINDS: Readonly<Record<string, StoreKind>> = {
  'sqlite:': 'sqlite',
  'postgres:': 'postgres',
  'postgresql:': 'postgres',
  'redis:': 'redis',
  'rediss:': 'redis',
}

const NAMES: Readonly<Record<StoreKind, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  redis: 'Redis',
}

const FORMS =
  'set it to sqlite:<path of a local file>, for example sqlite:prentice.db, or to a postgres:// or redis:// URL'

/** For people. */
export const storeName = (kind: StoreKind): string => NAMES[kind]

/** The database without user, password and parameters, for messages and to recognise it. */
export function nameOfStore(url: string): string {
  if (storeKind(url) === 'sqlite') return `sqlite:${resolve(sqlitePath(url))}`
  const { protocol, host, pathname, searchParams } = readUrl(url, FORMS)
  return `${protocol}//${searchParams.get('host') ?? host}${pathname}`
}

/** The kind of database that DATABASE_URL names. The error shows only the scheme: the rest may contain a password. */
export function storeKind(url: string): StoreKind {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0]
  const kind = KINDS[scheme?.toLowerCase() ?? '']
  if (kind !== undefined) return kind
  throw new Error(`DATABASE_URL: ${scheme ?? 'a URL without a scheme'} is not supported; ${FORMS}`)
}
