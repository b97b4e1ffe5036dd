import { DatabaseSync } from 'node:sqlite'
import { setTimeout as wait } from 'node:timers/promises'
import { checkIntegrity } from './integrity-check.ts'

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
