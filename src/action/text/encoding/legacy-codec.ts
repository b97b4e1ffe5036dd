import { type Codec, type Encoded, encodeEscaped, escapeBytes } from './codec.ts'
import type { LegacyEncoding } from './legacy-encodings.ts'

const LF = 10
/** Of one character. More are not needed, since the same ones are repeated. */
const MAX_REMEMBERED = 100_000

interface Converter {
  decode(bytes: Buffer): string
  encode(text: string): Buffer
}

/** The codec of an encoding. Its tables are loaded when it is first opened. */
export async function openLegacyCodec({ name, label, longest }: LegacyEncoding): Promise<Codec> {
  const { default: iconv } = await import(/* webpackMode: "eager" */ 'iconv-lite')
  const converter: Converter = {
    decode: (bytes) => iconv.decode(bytes, label),
    encode: (text) => iconv.encode(text, label),
  }
  const decodeLine = brokenLineDecoder(converter, longest)
  return {
    name,
    decode: (bytes) =>
      decodeIfRestored(converter, bytes) ??
      linesOf(bytes)
        .map((line) => decodeIfRestored(converter, line) ?? decodeLine(line))
        .join(''),
    encode: (text) => encodeEscaped(text, (part) => encodePart(converter, part)),
  }
}

/** `null`: encoding the text again would not give these bytes. */
function decodeIfRestored({ decode, encode }: Converter, bytes: Buffer): string | null {
  const text = decode(bytes)
  return !text.includes('\ufffd') && encode(text).equals(bytes) ? text : null
}

/** With their line ends. No character of these encodings contains the byte of LF. */
function linesOf(bytes: Buffer): Buffer[] {
  const lines: Buffer[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LF, from) + 1 || bytes.length
    lines.push(bytes.subarray(from, end))
    from = end
  }
  return lines
}

type FirstCharacter = { readonly length: number; readonly text: string }

function brokenLineDecoder(converter: Converter, longest: number): (line: Buffer) => string {
  const known = new Map<string, FirstCharacter>()
  const firstOf = (bytes: Buffer): FirstCharacter => {
    const key = bytes.toString('latin1')
    const found = known.get(key) ?? firstCharacter(converter, bytes)
    if (known.size < MAX_REMEMBERED) known.set(key, found)
    return found
  }
  return (line) => {
    const parts: string[] = []
    for (let at = 0; at < line.length; ) {
      const first = firstOf(line.subarray(at, at + longest))
      parts.push(first.text)
      at += first.length
    }
    return parts.join('')
  }
}

/** A character that has other bytes than `encode` gives it is escaped as a whole: a byte of it may look like ASCII. */
function firstCharacter(converter: Converter, bytes: Buffer): FirstCharacter {
  for (let length = 1; length <= bytes.length; length += 1) {
    const own = bytes.subarray(0, length)
    const text = converter.decode(own)
    if (text === '' || text.includes('\ufffd')) continue
    return { length, text: converter.encode(text).equals(own) ? text : escapeBytes(own) }
  }
  return { length: 1, text: escapeBytes(bytes.subarray(0, 1)) }
}

/** iconv-lite writes `?` for a character that the encoding does not have, or one that looks like it. */
function encodePart(converter: Converter, text: string): Encoded {
  const bytes = converter.encode(text)
  if (converter.decode(bytes) === text) return { ok: true, bytes }
  const isMissing = (one: string): boolean => converter.decode(converter.encode(one)) !== one
  return { ok: false, character: [...new Set(text)].find(isMissing) ?? text.slice(0, 1) }
}
