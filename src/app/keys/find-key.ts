import { keySpace } from '../store/key-space.ts'
import type { Store } from '../store/store.ts'
import { type KeyForm, keyForm } from './format-key.ts'
import { hashKey, type KeyRecord, keyStatus, parseKeyRecord } from './key-record.ts'

export interface FindKeyDeps {
  readonly store: Store
  readonly now: () => number
  /** `null`: keys are stored under a plain hash. */
  readonly keyPepper: string | null
}

export type FoundKey =
  | { readonly kind: 'valid'; readonly key: KeyRecord }
  | { readonly kind: Exclude<KeyForm, 'good'> | 'unknown' | 'expired' | 'replaced' | 'revoked' }

/** Looks up a presented key, with one read. */
export async function findKey({ store, now, keyPepper }: FindKeyDeps, presented: string): Promise<FoundKey> {
  const form = keyForm(presented)
  if (form !== 'good') return { kind: form }
  const stored = await store.get(keySpace.apiKey(hashKey(presented, keyPepper)))
  if (stored === undefined) return { kind: 'unknown' }
  const key = parseKeyRecord(stored)
  const status = keyStatus(key, now())
  switch (status) {
    case 'valid':
    case 'expires soon':
      return { kind: 'valid', key }
    case 'expired':
      return { kind: key.rotatedTo === null ? 'expired' : 'replaced' }
    case 'revoked':
      return { kind: 'revoked' }
  }
}
