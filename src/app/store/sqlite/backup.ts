import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkIntegrity } from './integrity-check.ts'
import { sqlitePath } from './sqlite-path.ts'
import { refuseStaleWal } from './stale-wal-guard.ts'

const BUSY_MS = 5_000
/** Pages copied between two looks at what else the process has to do. */
const RATE = 2_000

/**
 * Copies the database as it is at this moment to a new file, while a server writes on, and reads the copy in full
 * before it gets its name. Answers the number of its entries.
 */
export async function backUpSqlite(url: string, file: string): Promise<number> {
  const path = sqlitePath(url)
  if (!existsSync(path)) throw new Error(`there is no database ${resolve(path)} to copy; check DATABASE_URL`)
  refuseStaleWal(path)
  mustBeFree(file)
  const partial = `${file}.${process.pid}.partial`
  try {
    await copy(path, partial)
    const entries = verify(partial)
    mustBeFree(file)
    renameSync(partial, file)
    return entries
  } finally {
    for (const end of ['', '-journal', '-wal', '-shm']) rmSync(partial + end, { force: true })
  }
}

function mustBeFree(file: string): void {
  if (existsSync(file))
    throw new Error(`${file} is there already, and a backup overwrites nothing; name another file`)
}

async function copy(path: string, to: string): Promise<void> {
  const source = new DatabaseSync(path, { timeout: BUSY_MS, readOnly: true })
  try {
    // Without a snapshot of its own the copy would begin anew with each write of the server, and never end.
    source.exec('BEGIN; SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)')
    await backup(source, to, { rate: RATE })
  } finally {
    source.close()
  }
}

function verify(copied: string): number {
  const database = new DatabaseSync(copied)
  try {
    // The copy may lie on a share, where the log's shared memory does not work; alone SQLite does without.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    checkIntegrity(database, Number.POSITIVE_INFINITY)
    // `refuseStaleWal` recognizes a copy by this.
    database.exec('PRAGMA journal_mode = DELETE')
    return Number(database.prepare('SELECT count(*) AS entries FROM entry').get()?.entries)
  } finally {
    database.close()
  }
}
