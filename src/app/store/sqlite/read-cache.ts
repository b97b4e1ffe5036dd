/** As large as the records that most requests read; of prompts and results few are read twice. */
const LONGEST = 4096
/** With another one it begins anew. What is in use is soon there again. */
const MOST = 2000

interface Known {
  /** `undefined`: there is none. */
  readonly value: string | undefined
  /** Epoch milliseconds. */
  readonly expiresAt: number | null
}

export interface ReadCache {
  /** `null`: it is not known. */
  get(key: string): string | undefined | null
  put(key: string, known: Known): void
  /** Somebody writes there. */
  forget(key: string): void
  forgetAll(): void
}

/** Values as they were read, at most 8 MB of them: for as long as they are told of every write, they are what a read gives. */
export function createReadCache(now: () => number): ReadCache {
  const values = new Map<string, Known>()
  return {
    get(key) {
      const known = values.get(key)
      if (known === undefined) return null
      return known.expiresAt === null || known.expiresAt > now() ? known.value : undefined
    },
    put(key, known) {
      if (known.value !== undefined && known.value.length > LONGEST) return
      if (values.size >= MOST) values.clear()
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
