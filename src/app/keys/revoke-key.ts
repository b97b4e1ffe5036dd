import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { parseKeyRecord } from './key-record.ts'

/** Ends a key at once and for good; its record stays, so that the list still explains it. */
export async function revokeKey(
  { store, now }: { readonly store: Store; readonly now: () => number },
  { accountId, id }: { readonly accountId: number; readonly id: string },
): Promise<'revoked' | 'already-revoked' | 'unknown'> {
  const hash = await store.get(keySpace.apiKeyOf(accountId, id))
  if (hash === undefined) return 'unknown'
  const place = keySpace.apiKey(hash)
  // Another writer, who notes when the key was last used, say, may come between reading and writing.
  for (;;) {
    const stored = await store.get(place)
    if (stored === undefined) return 'unknown'
    const record = parseKeyRecord(stored)
    if (record.revokedAt !== null) return 'already-revoked'
    const value = JSON.stringify({ ...record, revokedAt: new Date(now()).toISOString() })
    if (await store.commit({ checks: [{ key: place, value: stored }], set: [{ key: place, value }] }))
      return 'revoked'
  }
}
