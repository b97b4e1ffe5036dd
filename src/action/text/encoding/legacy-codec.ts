import { type Codec, type Encoded, encodeEscaped, escapeBytes } from './codec.ts'

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

/** An encoding whose first 128 bytes are those of ASCII. */
export interface LegacyEncoding {
  /** As registered by IANA. */
  readonly name: string
  /** Bytes of its longest character. */
  readonly longest: number
  /** What iconv-lite calls it. */
  readonly label: string
}

const single = (name: string, label = fold(name)): LegacyEncoding => ({ name, longest: 1, label })

export const LATIN_1 = single('ISO-8859-1')
export const WINDOWS_1252 = single('windows-1252')

export const LEGACY_ENCODINGS: readonly LegacyEncoding[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15, 16].map((part) => single(`ISO-8859-${part}`)),
  ...[1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258, 874].map((page) => single(`windows-${page}`)),
  ...[437, 850, 852, 866].map((page) => single(`IBM${page}`)),
  ...['KOI8-R', 'KOI8-U', 'TIS-620', 'macintosh'].map((name) => single(name)),
  { name: 'Shift_JIS', longest: 2, label: 'shiftjis' },
  { name: 'EUC-JP', longest: 3, label: 'eucjp' },
  { name: 'EUC-KR', longest: 2, label: 'cp949' },
  { name: 'GBK', longest: 2, label: 'gbk' },
  { name: 'GB18030', longest: 4, label: 'gb18030' },
  { name: 'Big5', longest: 2, label: 'big5hkscs' },
]

/** Other names, folded. */
const ALIASES: Readonly<Record<string, string>> = {
  latin1: 'ISO-8859-1',
  latin2: 'ISO-8859-2',
  latin5: 'ISO-8859-9',
  latin9: 'ISO-8859-15',
  sjis: 'Shift_JIS',
  windows31j: 'Shift_JIS',
  cp932: 'Shift_JIS',
  cp936: 'GBK',
  gb2312: 'GBK',
  cp949: 'EUC-KR',
  uhc: 'EUC-KR',
  cp950: 'Big5',
  macroman: 'macintosh',
}

/** By a name of it, in any case and with any punctuation; `cp1251` is `windows-1251`. `null`: unknown. Pure. */
export function findLegacyEncoding(name: string): LegacyEncoding | null {
  const folded = fold(ALIASES[fold(name)] ?? name)
  const page = /^cp(\d+)$/.exec(folded)?.[1]
  const names = page === undefined ? [folded] : [`windows${page}`, `ibm${page}`]
  return LEGACY_ENCODINGS.find((encoding) => names.includes(fold(encoding.name))) ?? null
}

function fold(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}
