import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { checkIntegrity } from './integrity-check.ts'

/** Layout of the table, kept in the file as `user_version`. */
const LAYOUT = 1

/** SQLite waits for another writer with the event loop standing still; longer than this we wait ourselves. */
const STANDSTILL_MS = 100

const CREATE = `
  CREATE TABLE entry (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER) STRICT;
  CREATE INDEX entry_expires_at ON entry (expires_at) WHERE expires_at IS NOT NULL;
  PRAGMA user_version = ${LAYOUT};
`

/** Opens the file, makes the table if the file is new, and refuses a file of a newer Prentice, or, checked, a damaged one. */
export async function openSqlite(
  path: string,
  busyTimeoutMs: number,
  isChecked = false,
): Promise<DatabaseSync> {
  const database = new DatabaseSync(path, { timeout: busyTimeoutMs })
  try {
    // Both work only before the first table is made. Without auto_vacuum a file never gives space back; records of a
    // kilobyte fill larger pages better, and each page that is written costs two calls of the system.
    database.exec('PRAGMA page_size = 8192; PRAGMA auto_vacuum = INCREMENTAL')
    await useWriteAheadLog(database)
    database.exec('PRAGMA synchronous = FULL')
    // 16 MB of log, so that a page that changes often is copied into the file less often than at SQLite's 1,000.
    database.exec('PRAGMA wal_autocheckpoint = 2000')
    // A long reader, a backup say, lets the log grow; afterwards it shrinks to this again.
    database.exec(`PRAGMA journal_size_limit = ${64 * 1024 * 1024}`)
    prepareLayout(database, path)
    if (isChecked) checkIntegrity(database)
    database.exec(`PRAGMA busy_timeout = ${Math.min(STANDSTILL_MS, busyTimeoutMs)}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Turning the log on needs the file for itself, and SQLite does not apply its busy timeout there: of several
 * processes that open a new file at once, all but one are told "database is locked" straight away.
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
        'run that version again, or point DATABASE_URL at another file',
    )
  if (layout === 0) database.exec(CREATE)
  database.exec('COMMIT')
}
