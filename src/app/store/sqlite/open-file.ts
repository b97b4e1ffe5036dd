import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { commandOf } from '../../command-line/command-name.ts'
import { StoreMissing, StoreUnavailable } from '../store.ts'
import { isDamage } from './integrity-check.ts'
import { networkFileSystem } from './network-file-system.ts'
import { openSqlite } from './open-sqlite.ts'
import { prepareFile } from './prepare-file.ts'
import { SqliteAdapter } from './sqlite-adapter.ts'
import { sqlitePath } from './sqlite-path.ts'
import { refuseStaleWal } from './stale-wal-guard.ts'

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
