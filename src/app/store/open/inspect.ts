import { existsSync, statfsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { networkFileSystem } from '../sqlite/network-file-system.ts'
import { checkIntegrity, sqlitePath } from '../sqlite/open-sqlite.ts'
import { StoreMissing } from '../store.ts'
import { openStore, storeKind, storeName } from './open-store.ts'

export interface FileState {
  readonly kind: 'file'
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

export interface ServerState {
  readonly kind: 'server'
  /** PostgreSQL or Redis. */
  readonly name: string
  /** No server has started with it yet. */
  readonly isMissing: boolean
  /** Why the database cannot be used, or accepts no writes; `null`: it can, and does. */
  readonly fault: string | null
  /** What its settings may lose. */
  readonly caveats: readonly string[]
}

/** Looks at a database that a server may be using, as that opens it, and creates none. Throws for an unsupported URL. */
export async function inspectDatabase(
  url: string,
  keyPepper: string | null,
): Promise<FileState | ServerState> {
  const kind = storeKind(url)
  return kind === 'sqlite' ? inspectFile(url) : inspectServer(url, storeName(kind), keyPepper)
}

async function inspectServer(url: string, name: string, keyPepper: string | null): Promise<ServerState> {
  const state = { kind: 'server', name, isMissing: false, fault: null, caveats: [] } as const
  try {
    const store = await openStore(url, { mustExist: true, keyPepper })
    try {
      return { ...state, fault: await store.whyNoWrites(), caveats: store.caveats() }
    } finally {
      await store.close()
    }
  } catch (error) {
    if (error instanceof StoreMissing) return { ...state, isMissing: true, caveats: error.caveats }
    return { ...state, fault: messageOf(error) }
  }
}

/** Reads the whole file. */
async function inspectFile(url: string): Promise<FileState> {
  const path = resolve(sqlitePath(url))
  const { bavail, bsize } = statfsSync(dirname(path))
  const bytes = existsSync(path) ? statSync(path).size : null
  return {
    kind: 'file',
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
    return messageOf(error)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
