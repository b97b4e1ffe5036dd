import { networkOfAddress } from '../../net/ip-address.ts'
import { keySpace } from './key-space.ts'
import { type Store, StoreUnavailable } from './store.ts'

/**
 * Ids of repositories and accounts are numbers of one GitHub. On another, they name the repositories of others, so a
 * store remembers the first GitHub that it was used with, and refuses all others.
 */
export async function requireSameGithub(store: Store, serverUrl: string): Promise<void> {
  const host = hostOf(serverUrl)
  const key = keySpace.github()
  const known = await store.get(key)
  if (known === host) return
  const isFirst = known === undefined
  if (isFirst && (await store.commit({ checks: [{ key, value: null }], set: [{ key, value: host }] }))) return
  if (isFirst) return requireSameGithub(store, serverUrl)
  throw new StoreUnavailable(
    `the database belongs to ${known}, and GITHUB_SERVER_URL names ${host}: use another database for another GitHub`,
  )
}

/** The sandbox has another port at each start. */
function hostOf(serverUrl: string): string {
  const { hostname } = new URL(serverUrl)
  const address = hostname.replace(/^\[|\]$/g, '')
  return hostname === 'localhost' || networkOfAddress(address) === 'loopback' ? 'the sandbox' : hostname
}
