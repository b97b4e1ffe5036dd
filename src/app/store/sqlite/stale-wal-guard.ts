import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { commandOf } from '../../command-line/command-name.ts'
import { StoreUnavailable } from '../store.ts'

/** The header field that says how a file is written: https://sqlite.org/fileformat.html#file_format_version_numbers */
const VERSION_AT = 18
const LEGACY = 1

/**
 * SQLite applies any log to the file beside it, and so would mix the last changes of a lost database into the backup
 * that replaces it. The header of a backup says that it has no log, until a server has opened it.
 */
export function refuseStaleWal(path: string): void {
  if (!existsSync(path)) return
  // SQLite follows a link, and looks for the log beside its target.
  const file = realpathSync(path)
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0 || versionOf(file) !== LEGACY) return
  throw new StoreUnavailable(
    `${file} is a copy made by \`${commandOf('backup')}\`, and ${log} belongs to the database that was here before: ` +
      `move ${log} and ${file}-shm away, and start again`,
  )
}

function versionOf(path: string): number | undefined {
  const file = openSync(path, 'r')
  try {
    const version = Buffer.alloc(1)
    return readSync(file, version, 0, 1, VERSION_AT) === 1 ? version[0] : undefined
  } finally {
    closeSync(file)
  }
}
