import { crc32 } from 'node:zlib'

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

export type KeyForm = 'good' | 'foreign' | 'incomplete' | 'mistyped'

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
