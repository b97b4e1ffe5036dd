import { nameOfStore, openStore, storeKind } from '../store/open/open-store.ts'
import type { OpenedStore } from '../store/store.ts'
import { type Copied, copyStore, requireFreeTarget } from './copy-store.ts'
import { sealSource } from './seal-source.ts'

export interface MoveStoreOptions {
  /** DATABASE_URL */
  readonly from: string
  /** MOVE_TO */
  readonly to: string
  readonly keyPepper: string | null
  readonly now: () => number
  readonly onProgress: (copied: number) => void
}

export interface Moved extends Copied {
  /** API keys that SQLite held unsealed, so that nobody can tell whether they were made with this KEY_PEPPER. */
  readonly unverifiedKeys: number
}

/** Closes the source for servers and commands, and copies it. Refuses what cannot work while the source is still open. */
export async function moveStore({ from, to, keyPepper, now, onProgress }: MoveStoreOptions): Promise<Moved> {
  const [sourceName, targetName] = [nameOfStore(from), await asTarget(() => nameOfStore(to))]
  if (sourceName === targetName) throw new Error('MOVE_TO: it names the same database as DATABASE_URL')
  // Of both stores: an entry that expired while it is copied would be missing in one of them.
  const startedAt = now()
  const options = { isMoving: true, keyPepper, now: () => startedAt }
  const source = await openStore(from, { ...options, mustExist: true })
  try {
    const keys = await requireOwnPepper(source)
    const isUnverified = storeKind(from) === 'sqlite' && storeKind(to) !== 'sqlite'
    const target = await asTarget(() => openStore(to, options))
    try {
      await requireFreeTarget({ target, sourceName })
      await sealSource(source, targetName)
      const copied = await copyStore({ source, target, sourceName, onProgress })
      return { ...copied, unverifiedKeys: isUnverified ? keys : 0 }
    } finally {
      await target.close()
    }
  } finally {
    await source.close()
  }
}

/** With another pepper, every API key would be left behind. Returns how many are not. */
async function requireOwnPepper(source: OpenedStore): Promise<number> {
  let [own, others] = [0, 0]
  for await (const keys of source.keys('key/')) {
    const { length } = await source.exported(keys)
    own += length
    others += keys.length - length
  }
  if (own === 0 && others > 0)
    throw new Error('KEY_PEPPER: none of the API keys was made with it: set it to the value of the servers')
  return own
}

/** Errors of an address name DATABASE_URL. */
async function asTarget<T>(read: () => T | Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error(error.message.replace(/^DATABASE_URL: /, 'MOVE_TO: '), { cause: error })
  }
}
