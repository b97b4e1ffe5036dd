import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { checkIntegrity } from '../sqlite/integrity-check.ts'
import { networkFileSystem } from '../sqlite/network-file-system.ts'
import { sqlitePath } from '../sqlite/sqlite-path.ts'
import { openStore } from './open-store.ts'

export interface DatabaseState {
  readonly path: string
  /** The type of the network share that holds the file; `null` on a local disk. */
  readonly share: string | null
  /** Size of the file; `null`: it does not exist yet. */
  readonly bytes: number | null
  /** Free space of the disk, for this user. */
  readonly freeBytes: number
  /** Why the database cannot be used; `null`: every page is intact. */
  readonly fault: string | null
}

/** Reads the whole database, also while a server uses it. Does not create one. Throws for an unsupported URL. */
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
    // As the server opens it: layout or format may be newer.
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
