/**
 * Turns the bytes of a file into text and back. Bytes that are no character, or that `encode` would write differently,
 * become lone surrogates, so that `encode` gives back every byte of a text that `decode` returned.
 */
export interface Codec {
  /** As registered by IANA. */
  readonly name: string
  decode(bytes: Buffer): string
  encode(text: string): Encoded
}

export type Encoded =
  | { readonly ok: true; readonly bytes: Buffer }
  /** The encoding does not have this character. */
  | { readonly ok: false; readonly character: string }

/** Lone surrogates occur in no decoded text but that of UTF-16. Each of these 256 stands for one byte. */
const ESCAPES = 0xdc00
/** With the flag `u`, half of a pair does not match. */
const ESCAPED = /[\udc00-\udcff]+/gu

/** Bytes as characters that are shown as `�`. Pure. */
export const escapeBytes = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => String.fromCharCode(ESCAPES + byte)).join('')

/** How many bytes of a text are no characters. Pure. */
export const countEscapes = (text: string): number =>
  text.isWellFormed() ? 0 : (text.match(ESCAPED) ?? []).reduce((sum, { length }) => sum + length, 0)

/** Encodes the characters between escaped bytes with `encode`, and restores the bytes. Pure. */
export function encodeEscaped(text: string, encode: (part: string) => Encoded): Encoded {
  if (text.isWellFormed()) return encode(text)
  const parts: Buffer[] = []
  let from = 0
  for (const { 0: escaped, index } of text.matchAll(ESCAPED)) {
    const before = encode(text.slice(from, index))
    if (!before.ok) return before
    parts.push(before.bytes, Buffer.from(Array.from(escaped, (one) => one.charCodeAt(0) - ESCAPES)))
    from = index + escaped.length
  }
  const rest = encode(text.slice(from))
  return rest.ok ? { ok: true, bytes: Buffer.concat([...parts, rest.bytes]) } : rest
}

export const UTF_8: Codec = {
  name: 'UTF-8',
  decode: (bytes) => decodeUtf8(bytes) ?? decodeBrokenUtf8(bytes),
  encode: (text) => encodeEscaped(text, (part) => succeed(Buffer.from(part, 'utf8'))),
}

export const UTF_16LE: Codec = {
  name: 'UTF-16LE',
  decode: (bytes) => bytes.toString('utf16le'),
  encode: (text) => succeed(Buffer.from(text, 'utf16le')),
}

export const UTF_16BE: Codec = {
  name: 'UTF-16BE',
  decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  encode: (text) => succeed(Buffer.from(text, 'utf16le').swap16()),
}

const succeed = (bytes: Buffer): Encoded => ({ ok: true, bytes })

/** `null`: the bytes are not valid UTF-8. A byte order mark stays. Pure. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}

function decodeBrokenUtf8(bytes: Buffer): string {
  const parts: string[] = []
  let valid = 0
  for (let at = 0; at < bytes.length; ) {
    const length = lengthOfCharacter(bytes, at)
    if (length > 0) at += length
    else {
      parts.push(bytes.toString('utf8', valid, at), escapeBytes(bytes.subarray(at, at + 1)))
      at += 1
      valid = at
    }
  }
  return parts.join('') + bytes.toString('utf8', valid)
}

/** By its first byte: how many follow, and from which second byte on and up to which (table 3-7 of the Unicode Standard). */
const FORMS: readonly (readonly [first: number, last: number, more: number, from: number, to: number])[] = [
  [0xc2, 0xdf, 1, 0x80, 0xbf],
  [0xe0, 0xe0, 2, 0xa0, 0xbf],
  [0xed, 0xed, 2, 0x80, 0x9f],
  [0xe1, 0xef, 2, 0x80, 0xbf],
  [0xf0, 0xf0, 3, 0x90, 0xbf],
  [0xf1, 0xf3, 3, 0x80, 0xbf],
  [0xf4, 0xf4, 3, 0x80, 0x8f],
]

/** The number of bytes of the character at an offset; 0: there is none. */
function lengthOfCharacter(bytes: Buffer, at: number): number {
  const lead = bytes[at] ?? 0
  if (lead < 0x80) return 1
  const form = FORMS.find(([first, last]) => lead >= first && lead <= last)
  if (form === undefined) return 0
  const [, , more, from, to] = form
  const second = bytes[at + 1] ?? 0
  if (second < from || second > to) return 0
  for (let next = 2; next <= more; next += 1) {
    const byte = bytes[at + next] ?? 0
    if (byte < 0x80 || byte > 0xbf) return 0
  }
  return more + 1
}
