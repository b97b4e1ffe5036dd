import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreUnavailable } from './store.ts'

/** How a file says what keeps its changes: https://sqlite.org/fileformat.html#file_format_version_numbers */
const VERSION_AT = 18
const WITHOUT_LOG = 1

/**
 * SQLite writes a log into whatever file lies beside it, and so would mix the end of a lost database into the copy that
 * takes its place. A copy says in its header that it has no log, until a server has opened it.
 */
export function refuseForeignLog(path: string): void {
  const log = `${path}-wal`
  if (!existsSync(path) || !existsSync(log) || statSync(log).size === 0) return
  if (versionOf(path) !== WITHOUT_LOG) return
  const file = resolve(path)
  throw new StoreUnavailable(
    `${file} is a copy made by \`npm run backup\`, and ${file}-wal is of the database that lay here before: ` +
      `move ${file}-wal and ${file}-shm away, and start again`,
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
