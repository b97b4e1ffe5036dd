import { closeSync, existsSync, openSync, readSync, realpathSync, statSync } from 'node:fs'
import { StoreUnavailable } from '../store.ts'

/** How a file says what keeps its changes: https://sqlite.org/fileformat.html#file_format_version_numbers */
const VERSION_AT = 18
const WITHOUT_LOG = 1

/**
 * SQLite writes a log into whatever file lies beside it, and so would mix the end of a lost database into the copy that
 * takes its place. A copy says in its header that it has no log, until a server has opened it.
 */
export function refuseStaleWal(path: string): void {
  if (!existsSync(path)) return
  // SQLite follows a link, and looks for the log beside what it leads to.
  const file = realpathSync(path)
  const log = `${file}-wal`
  if (!existsSync(log) || statSync(log).size === 0 || versionOf(file) !== WITHOUT_LOG) return
  throw new StoreUnavailable(
    `${file} is a copy made by \`npm run backup\`, and ${log} is of the database that lay here before: ` +
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
