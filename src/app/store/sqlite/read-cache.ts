/** Most requests read only shorter records. Prompts and results are rarely read twice. */
const MAX_TEXT_LENGTH = 4096
/** One more clears the cache. Values in use are soon cached again. */
const MAX_COUNT = 2000

interface CachedRead {
  /** `undefined`: the key is absent. */
  readonly value: string | undefined
  /** Epoch milliseconds. */
  readonly expiresAt: number | null
}

export interface ReadCache {
  /** `null`: not cached. */
  get(key: string): string | undefined | null
  put(key: string, known: CachedRead): void
  /** The key is being written. */
  forget(key: string): void
  forgetAll(): void
}

/** The results of reads, up to 8 MB. It is correct as long as `forget` is called for every write. */
export function createReadCache(now: () => number): ReadCache {
  const values = new Map<string, CachedRead>()
  return {
    get(key) {
      const known = values.get(key)
      if (known === undefined) return null
      return known.expiresAt === null || known.expiresAt > now() ? known.value : undefined
    },
    put(key, known) {
      if (known.value !== undefined && known.value.length > MAX_TEXT_LENGTH) return
      if (values.size >= MAX_COUNT) values.clear()
      values.set(key, known)
    },
    forget(key) {
      values.delete(key)
    },
    forgetAll() {
      values.clear()
    },
  }
}
