import type { Store, Write } from '../../src/app/store/store.ts'

/** Writes of one commit: a server refuses statements that take seconds. */
const AT_ONCE = 500

/**
 * A store in front of another that collects commits until `flush` writes them in a few large ones: filling a database
 * then costs some thousand fsyncs instead of a million. It does not read what the other store holds.
 */
export function collectCommits(target: Store): Store & { readonly flush: () => Promise<void> } {
  const waiting = new Map<string, Write>()
  const valueNow = (key: string): string | undefined => waiting.get(key)?.value
  const flush = async (): Promise<void> => {
    const writes = [...waiting.values()]
    waiting.clear()
    for (let from = 0; from < writes.length; from += AT_ONCE)
      await target.commit({ set: writes.slice(from, from + AT_ONCE) })
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
