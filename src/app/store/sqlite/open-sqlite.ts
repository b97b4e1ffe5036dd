import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { commandOf } from '../../command-line/command-name.ts'
import { StoreMissing, StoreUnavailable } from '../store.ts'
import { networkFileSystem } from './network-file-system.ts'
import { prepareFile, refuseStaleWal } from './prepare-file.ts'
import { SqliteAdapter } from './sqlite-adapter.ts'

/** For tests. */
const MEMORY = ':memory:'

export interface OpenFileOptions {
  readonly now: () => number
  readonly busyTimeoutMs: number
  readonly mustExist: boolean
  readonly isChecked: boolean
  readonly readMounts?: (() => string) | undefined
}

/** Opens the file that `sqlite:<path>` names, or `sqlite::memory:`, and refuses what would lose data. */
export async function openFile(url: string, options: OpenFileOptions): Promise<SqliteAdapter> {
  const { now, busyTimeoutMs, mustExist, isChecked } = options
  const path = sqlitePath(url)
  if (mustExist && !existsSync(path))
    throw new StoreMissing(
      `there is no database ${resolve(path)}: use the folder and the DATABASE_URL of the server, and start the server once`,
    )
  refuseShare(path, options)
  refuseStaleWal(path)
  if (path !== MEMORY) prepareFile(path)
  try {
    return new SqliteAdapter(await openSqlite(path, busyTimeoutMs, isChecked), now, busyTimeoutMs)
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

function refuseShare(path: string, { readMounts }: OpenFileOptions): void {
  if (path === MEMORY) return
  const share = networkFileSystem(path, readMounts)
  if (share === null) return
  throw new StoreUnavailable(
    `the database ${resolve(path)} is on a network share (${share}), where SQLite loses data: put it on a disk of ` +
      `this machine; copies made by \`${commandOf('backup')}\` may be on a share`,
  )
}

const damaged = (path: string, why: string): string =>
  `the database ${resolve(path)} is damaged (${why.split('\n', 1)[0]}): move it away together with its -wal and -shm ` +
  `files, put the newest copy made by \`${commandOf('backup')}\` in its place, and start again`

/** The file that DATABASE_URL names: `sqlite:<path of a local file>`, or `:memory:`. */
export function sqlitePath(url: string): string {
  const path = url.replace(/^sqlite:(?:\/\/)?/i, '')
  if (path.trim() === '') throw new Error(`DATABASE_URL: it names no file; ${EXAMPLE}`)
  return path
}

const EXAMPLE = 'set it to sqlite:<path of a local file>, for example sqlite:prentice.db'

/** Layout of the table, stored in the file as `user_version`. */
const LAYOUT = 1

/** SQLite blocks the event loop while it waits for another writer. After this, the group commit waits instead. */
const MAX_BLOCKING_MS = 100

const CREATE = `
  CREATE TABLE entry (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER) STRICT;
  CREATE INDEX entry_expires_at ON entry (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA user_version = ${LAYOUT};
`

/** Opens the file, and creates the table in a new one. Refuses a newer layout and, with `isChecked`, a damaged file. */
export async function openSqlite(
  path: string,
  busyTimeoutMs: number,
  isChecked = false,
): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    // Both take effect only before the first table is created. Without auto_vacuum a file never shrinks. Records of a
    // kilobyte fill larger pages better, and each page that is written costs two system calls.
    database.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL')
    await useWriteAheadLog(database)
    database.exec('PRAGMA synchronous = FULL')
    // 16 MB of log: a page that changes often is copied into the file less often than with SQLite's default of 1,000.
    database.exec('PRAGMA wal_autocheckpoint = 2000')
    // A long reader, such as a backup, makes the log grow; afterwards it shrinks to this size.
    database.exec(`PRAGMA journal_size_limit = ${64 * 1024 * 1024}`)
    prepareLayout(database, path)
    if (isChecked) checkIntegrity(database)
    database.exec(`PRAGMA busy_timeout = ${Math.min(MAX_BLOCKING_MS, busyTimeoutMs)}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Switching to the log needs exclusive access, and SQLite does not apply its busy timeout there: if several processes
 * open a new file simultaneously, all but one get "database is locked" immediately.
 */
async function useWriteAheadLog(database: DatabaseSync): Promise<void> {
  const attempts = 40
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (attempt === attempts) throw error
      await wait(25)
    }
  }
}

function prepareLayout(database: DatabaseSync, path: string): void {
  database.exec('BEGIN IMMEDIATE')
  const layout = Number(database.prepare('PRAGMA user_version').get()?.user_version)
  if (layout > LAYOUT)
    throw new Error(
      `the database ${path} was written by a newer Prentice (layout ${layout}, this one knows ${LAYOUT}): ` +
        'run that version, or point DATABASE_URL at another file',
    )
  if (layout === 0) database.exec(CREATE)
  database.exec('COMMIT')
}

/** Half a gigabyte is read in less than a second, or in a few from a slow disk. */
const CHECKED_AT_START = 512 * 1024 * 1024

/** Reads the whole file and throws if it is damaged. A file larger than `limit` bytes is not checked. */
export function checkIntegrity(database: DatabaseSync, limit = CHECKED_AT_START): void {
  const pragma = (name: string): unknown => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
  if (Number(pragma('page_count')) * Number(pragma('page_size')) > limit) return
  const found = pragma('quick_check(1)')
  if (found !== 'ok') throw new Damaged(String(found))
}

class Damaged extends Error {
  override name = 'Damaged'
}

/** SQLITE_CORRUPT and SQLITE_NOTADB, in their plain and extended forms: https://sqlite.org/rescode.html */
function isDamage(error: unknown): boolean {
  if (error instanceof Damaged) return true
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return false
  const plain = error.errcode & 0xff
  return plain === 11 || plain === 26
}
