import { createHmac, timingSafeEqual } from 'node:crypto'
import { memoizeParse } from './parse-records.ts'
import type { Commit, OpenedStore } from './store.ts'

/** Records that let somebody in. */
const GRANTS = ['key/', 'session/']

const isGrant = (key: string): boolean => GRANTS.some((family) => key.startsWith(family))
const isOfGrant = ({ key }: { readonly key: string }): boolean => isGrant(key)

/** Length of an HMAC-SHA-256 in base64url. */
const MAC_LENGTH = 43

/**
 * The same store, in which records that let somebody in carry an HMAC by a secret that is not in the store. Somebody who
 * can write to the database cannot plant one, or move one to another key: a record without a valid HMAC counts as
 * absent. An old record of the same key still passes.
 */
export function signGrants(store: OpenedStore, secret: string): OpenedStore {
  const macKey = createHmac('sha256', secret).update('prentice: records that let somebody in').digest()
  const macOf = (key: string, value: string): Buffer =>
    createHmac('sha256', macKey).update(`${key}\u0000${value}`).digest()

  const sign = (key: string, value: string): string =>
    isGrant(key) ? macOf(key, value).toString('base64url') + value : value

  // The record of a key is read with each request of its owner.
  const verified = memoizeParse((stored, key): { readonly value: string | undefined } => {
    const value = stored.slice(MAC_LENGTH)
    const mac = Buffer.from(stored.slice(0, MAC_LENGTH), 'base64url')
    const expected = macOf(key, value)
    return { value: mac.length === expected.length && timingSafeEqual(mac, expected) ? value : undefined }
  })

  function verify(key: string, stored: string | undefined): string | undefined {
    if (stored === undefined || !isGrant(key)) return stored
    return verified(stored, key).value
  }

  function signed(commit: Commit): Commit {
    const { checks = [], set = [] } = commit
    // Most commits are copied for nothing otherwise.
    if (!checks.some(isOfGrant) && !set.some(isOfGrant)) return commit
    return {
      ...commit,
      checks: checks.map(({ key, value }) => ({ key, value: value === null ? null : sign(key, value) })),
      set: set.map((write) => ({ ...write, value: sign(write.key, write.value) })),
    }
  }

  return {
    ...store,
    get: async (key) => verify(key, await store.get(key)),
    async getMany(keys) {
      const stored = await store.getMany(keys)
      return keys.some(isGrant) ? stored.map((value, index) => verify(keys[index] ?? '', value)) : stored
    },
    commit: (commit) => store.commit(signed(commit)),
    exported: async (keys) =>
      (await store.exported(keys)).flatMap((write) => {
        const value = verify(write.key, write.value)
        return value === undefined ? [] : [{ ...write, value }]
      }),
  }
}

/** For commands that need no grants, and so no secret: an attempt to read or write one is a bug. */
export function withoutGrants(store: OpenedStore): OpenedStore {
  const refuse = (keys: readonly string[]): void => {
    if (keys.some(isGrant)) throw new TypeError('the store was opened without KEY_PEPPER')
  }
  return {
    ...store,
    async get(key) {
      refuse([key])
      return store.get(key)
    },
    async getMany(keys) {
      refuse(keys)
      return store.getMany(keys)
    },
    async commit(commit) {
      const { checks = [], set = [] } = commit
      refuse([...checks, ...set].map(({ key }) => key))
      return store.commit(commit)
    },
  }
}
