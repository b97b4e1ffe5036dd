import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { commandOf } from '../../command-line/command-name.ts'
import { StoreUnavailable } from '../store.ts'

const OTHERS = 0o077

/**
 * Creates the file if it does not exist, for its owner only: SQLite gives the log and the shared memory the permissions
 * of the file. Takes those of other users away from a database that exists, and from no other file: a wrong path must not
 * make a file of the system unreadable. Throws if this user cannot write there.
 */
export function prepareFile(path: string): void {
  requireRegular(path)
  requireWritable(path)
  if (!mayBeDatabase(path)) return
  // SQLite follows a link, and puts log and shared memory beside its target.
  const file = realpathSync(path)
  for (const end of ['', '-wal', '-shm']) tighten(file + end)
}

/** A device or a pipe; a folder is refused when it is opened. */
function requireRegular(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found !== undefined && !found.isFile() && !found.isDirectory())
    throw new StoreUnavailable(`${resolve(path)} is not a regular file: name another file`)
}

/** https://sqlite.org/fileformat.html#magic_header_string */
const HEADER = Buffer.from('SQLite format 3\0')

/** SQLite makes a database of an empty file, and refuses any other without its header. */
function mayBeDatabase(path: string): boolean {
  const file = openSync(path, 'r')
  try {
    const start = Buffer.alloc(HEADER.length)
    const length = readSync(file, start, 0, HEADER.length, 0)
    return length === 0 || start.equals(HEADER)
  } finally {
    closeSync(file)
  }
}

/** The log needs a folder in which files can be created. */
function requireWritable(path: string): void {
  const file = resolve(path)
  try {
    closeSync(openSync(file, 'a', 0o600))
    accessSync(dirname(realpathSync(file)), constants.W_OK)
  } catch (cause) {
    throw new StoreUnavailable(describe(file, codeOf(cause)), { cause })
  }
}

function describe(file: string, code: string | undefined): string {
  switch (code) {
    case 'EISDIR':
      return `${file} is a folder: name a file in it, for example sqlite:${join(file, 'prentice.db')}`
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no folder ${dirname(file)}: create it, or name a file in another folder`
    case 'ENOSPC':
    case 'EDQUOT':
      return `the disk of ${dirname(file)} is full: free some space, or name a file on another disk`
    default:
      return `this user cannot write to ${file} or its folder (${code}): change its owner, or name another file`
  }
}

function tighten(file: string): void {
  try {
    const { mode } = statSync(file)
    if ((mode & OTHERS) !== 0) chmodSync(file, mode & 0o777 & ~OTHERS)
  } catch (error) {
    // Only the owner can change permissions; a log may be deleted by another process at any time.
    if (!['ENOENT', 'EPERM', 'EROFS'].includes(codeOf(error) ?? '')) throw error
  }
}

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

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined
