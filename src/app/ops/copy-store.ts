import { keySpace, LISTED_FAMILIES, type ListPrefix } from '../store/key-space.ts'
import type { Entry, OpenedStore } from '../store/store.ts'

/** Keys that belong to one of the two stores and are not copied. */
const OWN: readonly string[] = [keySpace.movedTo(), keySpace.movingFrom()]

/** Entries of one commit. Prompts and patches are long. */
const MAX_ENTRIES = 50
const PAGE = 500

export interface CopyStoreDeps {
  /** Nothing else may write to it. */
  readonly source: OpenedStore
  readonly target: OpenedStore
  readonly sourceName: string
  /** Called with the number of entries that were copied so far. */
  readonly onProgress: (copied: number) => void
}

/**
 * Copies every entry with its expiry, and compares the copy with its source: each value, and each index in its order. May
 * be repeated after it was interrupted. Returns the number of entries.
 */
export async function copyStore(deps: CopyStoreDeps): Promise<number> {
  await reserveTarget(deps)
  const copied = await copyEntries(deps)
  for (const family of LISTED_FAMILIES) await compareIndex(deps, family)
  const found = await count(deps.target)
  const expected = await count(deps.source)
  if (found !== expected)
    throw new Error(`the source has ${expected} entries and the target ${found}: run the move again`)
  await deps.target.commit({ del: [keySpace.movingFrom()] })
  return copied
}

/** Refuses a target that holds anything but an interrupted copy of the same source. */
async function reserveTarget({ target, sourceName }: CopyStoreDeps): Promise<void> {
  const key = keySpace.movingFrom()
  const begun = await target.get(key)
  if (begun === sourceName) return
  if (begun !== undefined)
    throw new Error(`a move from ${begun} to this target is not complete: use an empty database`)
  if ((await count(target)) > 0) throw new Error('the target holds data: use an empty database')
  if (!(await target.commit({ checks: [{ key, value: null }], set: [{ key, value: sourceName }] })))
    throw new Error('another move to this target has begun')
}

async function copyEntries({ source, target, onProgress }: CopyStoreDeps): Promise<number> {
  let copied = 0
  for await (const batch of source.keys('')) {
    const keys = batch.filter((key) => !OWN.includes(key))
    for (let from = 0; from < keys.length; from += MAX_ENTRIES) {
      const set = await source.exported(keys.slice(from, from + MAX_ENTRIES))
      await target.commit({ set })
      const written = await target.exported(set.map(({ key }) => key))
      const byKey = new Map(written.map((write) => [write.key, write]))
      for (const { key, value, expiresAt } of set) {
        const copy = byKey.get(key)
        if (copy?.value !== value || copy.expiresAt !== expiresAt)
          if (expiresAt === undefined || copy !== undefined)
            throw new Error(`${key} was not copied correctly: run the move again`)
      }
      copied += set.length
    }
    onProgress(copied)
  }
  return copied
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

async function count(store: OpenedStore): Promise<number> {
  // Redis may return a key twice.
  const found = new Set<string>()
  for await (const keys of store.keys('')) for (const key of keys) if (!OWN.includes(key)) found.add(key)
  return found.size
}
