import { closeSync, existsSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { checkIntegrity, sqlitePath } from './open-sqlite.ts'
import { refuseStaleWal } from './prepare-file.ts'

const BUSY_MS = 5_000
/** Number of pages copied in one batch. Between batches the process handles other events. */
const RATE = 2_000

/**
 * Copies the current state of the database to a new file while a server keeps writing, and checks the whole copy before
 * it gets its name. Returns the number of entries.
 */
export async function backUpSqlite(url: string, file: string): Promise<number> {
  const path = sqlitePath(url)
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Error(`there is no database ${resolve(path)} to copy; check DATABASE_URL`)
  refuseStaleWal(path)
  mustBeFree(file)
  const partial = `${file}.${process.pid}.partial`
  createPartial(partial, file)
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
    throw new Error(`${file} already exists, and a backup never overwrites a file: name another one`)
}

/** SQLite would say neither which file cannot be created, nor why. */
function createPartial(partial: string, file: string): void {
  try {
    closeSync(openSync(partial, 'wx', 0o600))
  } catch (cause) {
    const why = cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause)
    throw new Error(
      `${file} cannot be created (${why}): name a file in an existing folder that this user can write to`,
      { cause },
    )
  }
}

async function copy(path: string, to: string): Promise<void> {
  const source = new DatabaseSync(path, { timeout: BUSY_MS, readOnly: true })
  try {
    // Without its own snapshot the copy would start over with each write of the server, and never end.
    source.exec('BEGIN; SELECT count(*) FROM (SELECT 1 FROM sqlite_schema LIMIT 1)')
    await backup(source, to, { rate: RATE })
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${resolve(path)} cannot be copied: ${why}`, { cause })
  } finally {
    source.close()
  }
}

function verify(copied: string): number {
  const database = new DatabaseSync(copied)
  try {
    // The copy may be on a network share, where the shared memory of the log does not work. In exclusive mode SQLite
    // needs none.
    database.exec('PRAGMA locking_mode = EXCLUSIVE')
    checkIntegrity(database, Number.POSITIVE_INFINITY)
    // `refuseStaleWal` recognises a copy by this.
    database.exec('PRAGMA journal_mode = DELETE')
    return Number(database.prepare('SELECT count(*) AS entries FROM entry').get()?.entries)
  } finally {
    database.close()
  }
}
