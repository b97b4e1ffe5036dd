import type { Store } from '../store/store.ts'
import { type KeyRecord, keyStatus } from './key-record.ts'
import { loadKey } from './load-key.ts'

export type KeyInForce =
  | { readonly kind: 'in-force'; readonly key: KeyRecord }
  | { readonly kind: 'deleted' | 'revoked' | 'expired' }

/** The key that can still be used. A rotated key expires, and its successor is as good. */
export async function findKeyInForce(
  store: Store,
  { accountId, id }: { readonly accountId: number; readonly id: string },
  now: number,
): Promise<KeyInForce> {
  for (let next = id; ; ) {
    const key = await loadKey(store, { accountId, id: next })
    if (key === null) return { kind: 'deleted' }
    const status = keyStatus(key, now)
    if (status !== 'revoked' && status !== 'expired') return { kind: 'in-force', key }
    if (key.rotatedTo === null) return { kind: status }
    next = key.rotatedTo
  }
}
