import type { Store, Write } from '../../src/app/store/store.ts'

/**
 * A store in front of another that collects commits until `flush` writes them all in one commit: filling a database
 * then costs one fsync instead of a million. It does not read what the other store holds.
 */
export function collectCommits(target: Store): Store & { readonly flush: () => Promise<void> } {
  const waiting = new Map<string, Write>()
  const valueNow = (key: string): string | undefined => waiting.get(key)?.value
  const flush = async (): Promise<void> => {
    await target.commit({ set: [...waiting.values()] })
    waiting.clear()
  }
  return {
    get: async (key) => valueNow(key),
    getMany: async (keys) => keys.map(valueNow),
    async commit({ checks = [], set = [], del = [] }) {
      if (!checks.every(({ key, value }) => (valueNow(key) ?? null) === value)) return false
      for (const write of set) waiting.set(write.key, write)
      for (const key of del) waiting.delete(key)
      return true
    },
    list: () => Promise.reject(new Error('nothing that fills a database lists what is in it')),
    close: flush,
    flush,
  }
}
