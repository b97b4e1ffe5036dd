import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { isKey } from './format-key.ts'
import { hashKey, type KeyRecord, parseKeyRecord } from './key-record.ts'

export type FoundKey =
  | { readonly kind: 'valid'; readonly key: KeyRecord }
  | { readonly kind: 'malformed' | 'unknown' | 'expired' | 'revoked' }

/** Looks up what a caller presented as its key. */
export async function findKey(
  { store, now }: { readonly store: Store; readonly now: () => number },
  presented: string,
): Promise<FoundKey> {
  if (!isKey(presented)) return { kind: 'malformed' }
  const stored = await store.get(keySpace.apiKey(hashKey(presented)))
  if (stored === undefined) return { kind: 'unknown' }
  const key = parseKeyRecord(stored)
  const state = keyState(key, now())
  return state === 'valid' ? { kind: 'valid', key } : { kind: state }
}

export function keyState({ revokedAt, expiresAt }: KeyRecord, at: number): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked'
  return expiresAt !== null && Date.parse(expiresAt) <= at ? 'expired' : 'valid'
}
