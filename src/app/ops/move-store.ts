import { commandOf } from '../command-line/command-name.ts'
import { storeKeys } from '../store/format.ts'
import { LISTED_FAMILIES, type ListPrefix } from '../store/keys.ts'
import { nameOfStore, openStore, storeKind } from '../store/open/open-store.ts'
import { listServers, serverKeys } from '../store/server-presence.ts'
import { commitWithRetry, type Entry, type OpenedStore, type Write } from '../store/store.ts'

interface MoveStoreOptions {
  /** DATABASE_URL */
  readonly from: string
  /** MOVE_TO */
  readonly to: string
  readonly keyPepper: string | null
  readonly now: () => number
  readonly onProgress: (copied: number) => void
}

interface Moved extends Copied {
  /** API keys that SQLite held without an HMAC, so that nobody can tell whether they were made with this KEY_PEPPER. */
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
      await closeSource(source, targetName)
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

/** Keys that belong to one of the two stores and are not copied. */
const OWN: readonly string[] = [storeKeys.movedTo(), storeKeys.movingFrom()]

/** Entries of one commit. Prompts and patches are long. */
const MAX_ENTRIES = 50
const PAGE = 500

interface CopyStoreDeps {
  /** Nothing else may write to it. */
  readonly source: OpenedStore
  /** Its clock and that of the source stand still, so that nothing expires in one of them only. */
  readonly target: OpenedStore
  readonly sourceName: string
  /** Called with the number of entries that were copied so far. */
  readonly onProgress: (copied: number) => void
}

interface Copied {
  readonly entries: number
  /** API keys and sessions without a valid HMAC, which the source does not return. */
  readonly unsigned: number
}

/**
 * Copies every entry with its expiry, and compares the copy with its source: each value, each key of the target, and each
 * index in its order. May be repeated after it was interrupted.
 */
export async function copyStore(deps: CopyStoreDeps): Promise<Copied> {
  await reserveTarget(deps)
  const copied = await copyEntries(deps)
  await removeOthers(deps)
  for (const family of LISTED_FAMILIES) await compareIndex(deps, family)
  await deps.target.commit({ del: [storeKeys.movingFrom()] })
  return copied
}

/** Refuses a target that holds anything but an interrupted copy of the same source. Returns whether it holds one. */
async function requireFreeTarget({
  target,
  sourceName,
}: Pick<CopyStoreDeps, 'target' | 'sourceName'>): Promise<boolean> {
  const begun = await target.get(storeKeys.movingFrom())
  if (begun === sourceName) return true
  if (begun !== undefined)
    throw new Error(`a move from ${begun} to this target is not complete: use an empty database`)
  for await (const keys of target.keys(''))
    if (keys.some(isCopied))
      throw new Error(
        'the target holds data: use an empty database; if an earlier move to it was complete, set DATABASE_URL to it instead',
      )
  return false
}

async function reserveTarget(deps: CopyStoreDeps): Promise<void> {
  if (await requireFreeTarget(deps)) return
  const key = storeKeys.movingFrom()
  if (!(await deps.target.commit({ checks: [{ key, value: null }], set: [{ key, value: deps.sourceName }] })))
    throw new Error('another move to this target has begun')
}

async function copyEntries({ source, target, onProgress }: CopyStoreDeps): Promise<Copied> {
  let [entries, unsigned] = [0, 0]
  for await (const batch of source.keys('')) {
    for (const keys of pagesOf(batch)) {
      const set = await source.exported(keys)
      await copyPage(target, set)
      entries += set.length
      unsigned += keys.length - set.length
    }
    onProgress(entries)
  }
  return { entries, unsigned }
}

async function copyPage(target: OpenedStore, set: readonly Write[]): Promise<void> {
  await target.commit({ set })
  const written = await target.exported(set.map(({ key }) => key))
  const byKey = new Map(written.map((write) => [write.key, write]))
  for (const { key, value, expiresAt } of set) {
    const copy = byKey.get(key)
    if (copy?.value !== value || copy.expiresAt !== expiresAt)
      throw new Error(`${key} was not copied correctly: run the move again`)
  }
}

/** Entries that the source lacks: an interrupted copy has them if the source was used since. */
async function removeOthers({ source, target }: CopyStoreDeps): Promise<void> {
  for await (const batch of target.keys('')) {
    for (const keys of pagesOf(batch)) {
      const values = await source.getMany(keys)
      const others = keys.filter((_, index) => values[index] === undefined)
      if (others.length > 0) await target.commit({ del: others })
    }
  }
}

async function compareIndex({ source, target }: CopyStoreDeps, prefix: ListPrefix): Promise<void> {
  for (let after: string | undefined; ; ) {
    const range = { prefix, limit: PAGE, ...(after !== undefined && { after }) }
    const [page, copy] = await Promise.all([source.list(range), target.list(range)])
    if (!isSame(page, copy)) throw new Error(`the index ${prefix} differs in the target: run the move again`)
    after = page.at(-1)?.key
    if (after === undefined || page.length < PAGE) return
  }
}

const isSame = (one: readonly Entry[], other: readonly Entry[]): boolean =>
  one.length === other.length &&
  one.every(({ key, value }, index) => other[index]?.key === key && other[index]?.value === value)

const isCopied = (key: string): boolean => !OWN.includes(key)

function pagesOf(batch: readonly string[]): (readonly string[])[] {
  const keys = batch.filter(isCopied)
  const count = Math.ceil(keys.length / MAX_ENTRIES)
  return Array.from({ length: count }, (_, page) => keys.slice(page * MAX_ENTRIES, (page + 1) * MAX_ENTRIES))
}

/**
 * Closes a store for servers and commands before it is copied. Refuses while a server runs. A server that starts
 * meanwhile counts up the starts, as this does, so that one of the two fails and reads again.
 */
export const closeSource = (store: OpenedStore, target: string): Promise<void> =>
  commitWithRetry(store, 'the closed source', async () => {
    const key = storeKeys.movedTo()
    const [closedFor, starts] = await store.getMany([key, serverKeys.starts()])
    if (closedFor === target) return { result: undefined }
    if (closedFor !== undefined)
      throw new Error(
        `a move to ${closedFor} was begun: finish it, or undo it with \`${commandOf('move', '--undo')}\``,
      )
    const servers = await listServers({ store })
    if (servers.length > 0)
      throw new Error(
        `${servers.length === 1 ? 'a server uses' : `${servers.length} servers use`} the source: stop all of them first; ` +
          'one that was killed counts as running for two minutes',
      )
    return {
      commit: {
        checks: [
          { key, value: null },
          { key: serverKeys.starts(), value: starts ?? null },
        ],
        set: [
          { key, value: target },
          { key: serverKeys.starts(), value: String(Number(starts ?? 0) + 1) },
        ],
      },
      result: undefined,
    }
  })

/** Opens a store again that was moved or closed. Its copy must not be used after that. */
export async function reopenSource(store: OpenedStore): Promise<boolean> {
  const key = storeKeys.movedTo()
  const closedFor = await store.get(key)
  if (closedFor === undefined) return false
  return store.commit({ checks: [{ key, value: closedFor }], del: [key] })
}
