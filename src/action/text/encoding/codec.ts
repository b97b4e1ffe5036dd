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
