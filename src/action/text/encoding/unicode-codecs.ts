import { type Codec, type Encoded, encodeEscaped, escapeBytes } from './codec.ts'

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
