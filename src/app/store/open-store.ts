import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createKeyvStore, type SweptStore } from './keyv-store.ts'
import { openSqlite } from './open-sqlite.ts'
import { SqliteAdapter } from './sqlite-adapter.ts'
import { StoreUnavailable } from './store.ts'

export interface OpenStoreOptions {
  /** Epoch milliseconds; decides what has expired. */
  readonly now?: () => number
  /** How long a write waits for another process that holds the file. The event loop waits with it. */
  readonly busyTimeoutMs?: number
  /** True: a database that is not there is a mistake, and none is made. */
  readonly mustExist?: boolean
}

/** Opens the database that DATABASE_URL names: `sqlite:<path of a local file>`, or `sqlite::memory:`. */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<SweptStore> {
  const { now = Date.now, busyTimeoutMs = 5000, mustExist = false } = options
  const path = sqlitePath(url)
  if (mustExist && !existsSync(path))
    throw new StoreUnavailable(
      `there is no database ${resolve(path)}: use the folder and the DATABASE_URL of the server, and start that once`,
    )
  try {
    return createKeyvStore(new SqliteAdapter(await openSqlite(path, busyTimeoutMs), now))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StoreUnavailable(`the database ${path} could not be opened: ${why}`, { cause })
  }
}

function sqlitePath(url: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  if (path !== undefined) return path
  // Only the scheme is repeated: what follows it may hold a password.
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(url)?.[0] ?? 'a URL without a scheme'
  throw new Error(
    `DATABASE_URL: ${scheme} is not supported; set it to sqlite:<path of a local file>, for example sqlite:prentice.db`,
  )
}
