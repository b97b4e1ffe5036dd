import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { FORMAT, readFormat, requireKnownFormat } from '../format.ts'
import { createKeyvStore } from '../keyv-store.ts'
import { isDamage } from '../sqlite/integrity-check.ts'
import { networkFileSystem } from '../sqlite/network-file-system.ts'
import { openSqlite } from '../sqlite/open-sqlite.ts'
import { prepareFile } from '../sqlite/prepare-file.ts'
import { SqliteAdapter } from '../sqlite/sqlite-adapter.ts'
import { sqlitePath } from '../sqlite/sqlite-path.ts'
import { refuseStaleWal } from '../sqlite/stale-wal-guard.ts'
import { type OpenedStore, StoreUnavailable } from '../store.ts'

/** For tests. */
const MEMORY = ':memory:'

export interface OpenStoreOptions {
  /** Epoch milliseconds; decides what has expired. */
  readonly now?: () => number
  /** How long a write waits for another process that holds the file. */
  readonly busyTimeoutMs?: number
  /** True: a missing database is an error, and none is created. */
  readonly mustExist?: boolean
  /** True: checks the whole file first, unless it is so large that this would delay the start. */
  readonly isChecked?: boolean
  /** `/proc/self/mountinfo` */
  readonly readMounts?: () => string
}

/**
 * Opens the database that DATABASE_URL names: `sqlite:<path of a local file>`, or `sqlite::memory:`. Refuses a database
 * that a newer version has written.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<OpenedStore> {
  const { now = Date.now, busyTimeoutMs = 5000, mustExist = false, isChecked = false } = options
  const path = sqlitePath(url)
  if (mustExist && !existsSync(path))
    throw new StoreUnavailable(
      `there is no database ${resolve(path)}: use the folder and the DATABASE_URL of the server, and start the server once`,
    )
  refuseShare(path, options)
  refuseStaleWal(path)
  if (path !== MEMORY) prepareFile(path)
  const store = await openFile(path, { now, busyTimeoutMs, isChecked })
  try {
    requireKnownFormat((await readFormat(store)).format, FORMAT)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openFile(
  path: string,
  { now, busyTimeoutMs, isChecked }: Required<Pick<OpenStoreOptions, 'now' | 'busyTimeoutMs' | 'isChecked'>>,
): Promise<OpenedStore> {
  try {
    const database = await openSqlite(path, busyTimeoutMs, isChecked)
    return createKeyvStore(new SqliteAdapter(database, now, busyTimeoutMs))
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new StoreUnavailable(
      isDamage(cause) ? damaged(path, why) : `the database ${path} could not be opened: ${why}`,
      {
        cause,
      },
    )
  }
}

function refuseShare(path: string, { readMounts }: OpenStoreOptions): void {
  if (path === MEMORY) return
  const share = networkFileSystem(path, readMounts)
  if (share === null) return
  throw new StoreUnavailable(
    `the database ${resolve(path)} is on a network share (${share}), where SQLite loses data: put it on a disk of ` +
      'this machine; copies made by `npm run backup` may be on a share',
  )
}

const damaged = (path: string, why: string): string =>
  `the database ${resolve(path)} is damaged (${why.split('\n', 1)[0]}): move it away together with its -wal and -shm ` +
  'files, put the newest copy made by `npm run backup` in its place, and start again'
