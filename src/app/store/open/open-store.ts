import { FORMAT, readFormat, requireKnownFormat } from '../format.ts'
import { createKeyvStore } from '../keyv-store.ts'
import { openPostgres } from '../postgres/open-postgres.ts'
import { openRedis } from '../redis/open-redis.ts'
import { openFile } from '../sqlite/open-file.ts'
import type { StorageAdapter } from '../storage-adapter.ts'
import type { OpenedStore } from '../store.ts'
import { storeKind } from './store-kind.ts'

export interface OpenStoreOptions {
  /** Epoch milliseconds; decides what has expired. */
  readonly now?: () => number
  /** SQLite: how long a write waits for another process that holds the file. */
  readonly busyTimeoutMs?: number
  /** True: a missing database is an error, and none is created. */
  readonly mustExist?: boolean
  /** True: checks the whole SQLite file first, unless it is so large that this would delay the start. */
  readonly isChecked?: boolean
  /** `/proc/self/mountinfo` */
  readonly readMounts?: () => string
}

/**
 * Opens the database that DATABASE_URL names: `sqlite:<path of a local file>`, `sqlite::memory:`, `postgres://…` or
 * `redis://…`. Refuses a database that a newer version has written.
 */
export async function openStore(url: string, options: OpenStoreOptions = {}): Promise<OpenedStore> {
  const store = createKeyvStore(await openAdapter(url, options))
  try {
    requireKnownFormat((await readFormat(store)).format, FORMAT)
    return store
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openAdapter(
  url: string,
  {
    now = Date.now,
    busyTimeoutMs = 5000,
    mustExist = false,
    isChecked = false,
    readMounts,
  }: OpenStoreOptions,
): Promise<StorageAdapter> {
  switch (storeKind(url)) {
    case 'sqlite':
      return openFile(url, { now, busyTimeoutMs, mustExist, isChecked, readMounts })
    case 'postgres':
      return openPostgres(url, { now, mayCreate: !mustExist })
    case 'redis':
      return openRedis(url, { now, mayCreate: !mustExist })
  }
}
