import { keySpace } from '../store/key-space.ts'
import { type KeyForm, keyForm } from './format-key.ts'
import { hashKey, type KeyRecord, keyStatus, parseKeyRecord } from './key-record.ts'

export type FoundKey =
  | { readonly kind: 'valid'; readonly key: KeyRecord }
  | { readonly kind: Exclude<KeyForm, 'good'> | 'unknown' | 'expired' | 'replaced' | 'revoked' }

export type KeyPlace =
  | { readonly kind: 'good'; readonly at: string }
  | { readonly kind: Exclude<KeyForm, 'good'> }

/** Where the record of a presented key is stored. `pepper`: `null` if keys are stored under a plain hash. */
export function placeOfKey(presented: string, pepper: string | null): KeyPlace {
  const form = keyForm(presented)
  return form === 'good' ? { kind: form, at: keySpace.apiKey(hashKey(presented, pepper)) } : { kind: form }
}

/** What the record at that place says of the key now. */
export function judgeKey(stored: string | undefined, now: number): FoundKey {
  if (stored === undefined) return { kind: 'unknown' }
  const key = parseKeyRecord(stored)
  const status = keyStatus(key, now)
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
