import { crc32 } from 'node:zlib'
import type { Logger } from 'pino'
import type { Store, TimedStore } from '../store/store.ts'
import {
  apiKeyKeys,
  changeKey,
  hashKey,
  type KeyRecord,
  keyStatus,
  loadKey,
  parseKeyRecord,
} from './key-record.ts'

export type FoundKey =
  | { readonly kind: 'valid'; readonly key: KeyRecord }
  | { readonly kind: Exclude<KeyForm, 'good'> | 'unknown' | 'expired' | 'replaced' | 'revoked' }

type KeyPlace = { readonly kind: 'good'; readonly at: string } | { readonly kind: Exclude<KeyForm, 'good'> }

/** Where the record of a presented key is stored. `pepper`: `null` if keys are stored under a plain hash. */
export function placeOfKey(presented: string, pepper: string | null): KeyPlace {
  const form = keyForm(presented)
  return form === 'good' ? { kind: form, at: apiKeyKeys.record(hashKey(presented, pepper)) } : { kind: form }
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

type KeyInForce =
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

const EVERY_MS = 60_000

/**
 * Records when a key was last used, at most once a minute. The request that used the key neither waits for it nor fails
 * with it.
 */
export function createRecordKeyUse({
  store,
  now,
  log,
}: TimedStore & { readonly log: Logger }): (key: KeyRecord) => void {
  /**
   * Time of the last attempt for each key. Without it, simultaneous requests, or a store that cannot be written, would
   * cause a write for every request.
   */
  const tried = new Map<string, number>()
  return (key) => {
    const at = now()
    if (at - (tried.get(key.id) ?? 0) < EVERY_MS) return
    tried.set(key.id, at)
    if (isNoted(key, at)) return
    changeKey(store, key, (record) =>
      isNoted(record, at) ? null : { ...record, lastUsedAt: new Date(at).toISOString() },
    ).catch((err) => log.warn({ err, keyId: key.id }, 'the last use of an API key could not be recorded'))
  }
}

/** Whether this process or another one has recorded it. */
const isNoted = ({ lastUsedAt }: KeyRecord, at: number): boolean =>
  lastUsedAt !== null && at - Date.parse(lastUsedAt) < EVERY_MS

/** Fixed, so that secret scanners can find a leaked key. */
const PREFIX = 'prn_'
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const SECRET_LENGTH = 30
const CHECKSUM_LENGTH = 6
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new key with 178 random bits. `randomInt(n)` is uniform from 0 to n - 1, from a secure source. */
export function makeKey(randomInt: (below: number) => number): string {
  const secret = Array.from({ length: SECRET_LENGTH }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('')
  const payload = PREFIX + secret
  return payload + checksum(payload)
}

type KeyForm = 'good' | 'foreign' | 'incomplete' | 'mistyped'

/** Checks the form of a presented key, so that a truncated or mistyped key is refused without a read of the store. */
export function keyForm(presented: string): KeyForm {
  if (!presented.startsWith(PREFIX)) return 'foreign'
  if (!SHAPE.test(presented)) return 'incomplete'
  const payload = presented.slice(0, -CHECKSUM_LENGTH)
  return presented.slice(-CHECKSUM_LENGTH) === checksum(payload) ? 'good' : 'mistyped'
}

/** Any character may be percent-encoded, as in a URL. */
const BEGINNING = '(?:p|%70)(?:r|%72)(?:n|%6[eE])(?:_|%5[fF])'
const CHARACTER = '(?:[0-9A-Za-z]|%[3-7][0-9A-Fa-f])'
const KEY = new RegExp(`${BEGINNING}${CHARACTER}{${SECRET_LENGTH + CHECKSUM_LENGTH}}`)
const GOOD_PART = new RegExp(`${BEGINNING}${CHARACTER}{8,}`, 'g')

export const holdsKey = (text: string): boolean => KEY.test(text)

/** The text with everything removed that looks like a key, or a large part of one. */
export const withoutKeys = (text: string): string => text.replace(GOOD_PART, 'prn_…')

function checksum(payload: string): string {
  let digits = ''
  for (let rest = crc32(payload); digits.length < CHECKSUM_LENGTH; rest = Math.floor(rest / ALPHABET.length))
    digits = ALPHABET.charAt(rest % ALPHABET.length) + digits
  return digits
}
