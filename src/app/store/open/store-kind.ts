import { resolve } from 'node:path'
import { readUrl } from '../remote/address.ts'
import { sqlitePath } from '../sqlite/sqlite-path.ts'

export type StoreKind = 'sqlite' | 'postgres' | 'redis'

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
