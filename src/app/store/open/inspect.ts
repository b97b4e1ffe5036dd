import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkIntegrity } from '../sqlite/integrity-check.ts'
import { networkFileSystem } from '../sqlite/network-file-system.ts'
import { sqlitePath } from '../sqlite/sqlite-path.ts'
import { openStore } from './open-store.ts'

export interface DatabaseState {
  readonly path: string
  /** The kind of the network share that it lies on; `null` on a disk. */
  readonly share: string | null
  /** Of the file; `null`: there is none yet. */
  readonly bytes: number | null
  /** Of the disk, for this user. */
  readonly freeBytes: number
  /** Why it cannot be used; `null`: every page of it was read and is in order. */
  readonly fault: string | null
}

/** Reads the whole database, beside a server that uses it, and makes none. Throws for an address that is none. */
export async function inspectDatabase(url: string): Promise<DatabaseState> {
  const path = resolve(sqlitePath(url))
  const { bavail, bsize } = statfsSync(dirname(path))
  const bytes = existsSync(path) ? statSync(path).size : null
  return {
    path,
    share: networkFileSystem(path),
    bytes,
    freeBytes: bavail * bsize,
    fault: bytes === null ? null : await faultOf(url, path),
  }
}

async function faultOf(url: string, path: string): Promise<string | null> {
  try {
    // As the server opens it: its layout may be a newer one.
    await (await openStore(url, { mustExist: true })).close()
    const database = new DatabaseSync(path, { readOnly: true, timeout: 5_000 })
    try {
      checkIntegrity(database, Number.POSITIVE_INFINITY)
    } finally {
      database.close()
    }
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
