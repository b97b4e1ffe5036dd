import { type Codec, countEscapes, decodeUtf8, UTF_8, UTF_16BE, UTF_16LE } from './codec.ts'
import { findLegacyEncoding, LATIN_1, openLegacyCodec, WINDOWS_1252 } from './legacy-codec.ts'

export const MARK = '\uFEFF'
const SNIFFED = 8192

/** A text file, decoded so that it can be encoded again byte for byte. */
export interface Text {
  /** Without the byte order mark. Lines that end with CR alone end with LF here. */
  readonly text: string
  /** Whether all lines of the file end with CR alone. A CR in a file that has LF ends no line. */
  readonly endsWithCr: boolean
  readonly bom: boolean
  readonly codec: Codec
  /** How the encoding was found. */
  readonly by: 'byte order mark' | 'content' | '.editorconfig' | 'guess'
  /** Half of a character at the end of UTF-16. */
  readonly tail: Buffer
}

type Decoded = { readonly ok: true; readonly text: Text } | { readonly ok: false; readonly problem: string }

/** Returns the `charset` that `.editorconfig` gives the file; `null`: none. Called if it matters. */
type FindCharset = () => Promise<string | null>

const NONE = Buffer.alloc(0)

/** A text that Prentice wrote, or the beginning of a new file. */
export const plainText = (text: string): Text => ({
  text,
  endsWithCr: false,
  bom: false,
  codec: UTF_8,
  by: 'content',
  tail: NONE,
})

/**
 * Decides the encoding of a file, and decodes it: by its byte order mark, else as UTF-8, else by `.editorconfig`, else by
 * what its bytes suggest.
 */
export async function decodeText(bytes: Buffer, findCharset: FindCharset): Promise<Decoded> {
  const marked = MARKED.find(({ mark }) => bytes.subarray(0, mark.length).equals(mark))
  const text =
    marked === undefined
      ? await decodeUnmarked(bytes, findCharset)
      : { ...open(marked.codec, 'byte order mark', bytes.subarray(marked.mark.length)), bom: true }
  // A binary file may begin like a byte order mark.
  if (text === null || text.text.slice(0, SNIFFED).includes('\0'))
    return { ok: false, problem: 'is a binary file; only text can be read and edited' }
  const endsWithCr = text.text.includes('\r') && !text.text.includes('\n')
  return { ok: true, text: endsWithCr ? { ...text, text: toLf(text.text), endsWithCr } : text }
}

const toLf = (text: string): string => text.replaceAll('\r', '\n')

const MARKED = [UTF_8, UTF_16LE, UTF_16BE].map((codec) => {
  const encoded = codec.encode(MARK)
  return { codec, mark: encoded.ok ? encoded.bytes : NONE }
})

function open(codec: Codec, by: Text['by'], bytes: Buffer): Text {
  const isHalved = (codec === UTF_16LE || codec === UTF_16BE) && bytes.length % 2 === 1
  const end = isHalved ? bytes.length - 1 : bytes.length
  const text = codec.decode(bytes.subarray(0, end))
  return { ...plainText(text), codec, by, tail: bytes.subarray(end) }
}

/** `null`: it is binary. */
async function decodeUnmarked(bytes: Buffer, findCharset: FindCharset): Promise<Text | null> {
  if (bytes.subarray(0, SNIFFED).includes(0)) {
    const wide = findWide(await findCharset())
    return wide === null ? null : open(wide, '.editorconfig', bytes)
  }
  const utf8 = decodeUtf8(bytes)
  if (utf8 !== null && !isAscii(utf8)) return plainText(utf8)
  const named = findLegacyEncoding((await findCharset()) ?? '')
  // ASCII is the same in every encoding, but what is added to it is not.
  if (utf8 !== null && named === null) return plainText(utf8)
  if (utf8 === null && CONTROLS.test(bytes.toString('latin1', 0, SNIFFED))) return null
  return named === null
    ? open(await guessEncoding(bytes), 'guess', bytes)
    : open(await openLegacyCodec(named), '.editorconfig', bytes)
}

/** As `file` decides it: other control characters occur in no text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\x00-\x06\x0e-\x1a\x1c-\x1f\x7f]/

const isAscii = (text: string): boolean => !/\P{ASCII}/u.test(text)

function findWide(charset: string | null): Codec | null {
  return [UTF_16LE, UTF_16BE].find(({ name }) => name.toLowerCase() === charset) ?? null
}

/** A later content of a text file, as `encodeText` returned it. */
export function decodeAgain({ codec, bom, tail, endsWithCr }: Text, bytes: Uint8Array): string {
  const text = codec.decode(Buffer.from(bytes.subarray(0, bytes.length - tail.length)))
  const bare = bom ? text.slice(MARK.length) : text
  return endsWithCr ? toLf(bare) : bare
}

/** The file that a new text is written to: in UTF-8, or as `.editorconfig` says. */
export async function newText(charset: string | null): Promise<Text> {
  const wide = findWide(charset)
  // Editors write the mark in UTF-16, without which few programs recognize it.
  if (wide !== null) return { ...plainText(''), bom: true, codec: wide, by: '.editorconfig' }
  const legacy = findLegacyEncoding(charset ?? '')
  if (legacy !== null) return { ...plainText(''), codec: await openLegacyCodec(legacy), by: '.editorconfig' }
  return { ...plainText(''), bom: charset === 'utf-8-bom' }
}

/** What is looked at. More takes time and tells no more. */
const SAMPLE_BYTES = 65_536
/** chardet gives an East Asian encoding this confidence, or less, for a text that tells nothing. */
const NO_EVIDENCE = 10
/** A text may be damaged. With a larger share of odd characters, it has another encoding. */
const MAX_ODD = 0.05

/** The likeliest encoding of a text that is not valid UTF-8. A short one tells little: most such files are Western. */
export async function guessEncoding(bytes: Buffer): Promise<Codec> {
  const sample = sampleOf(bytes)
  if (shareOf(UTF_8.decode(sample), countEscapes) < 0.5) return UTF_8
  const { analyse } = await import(/* webpackMode: "eager" */ 'chardet')
  const found = analyse(sample).filter(({ confidence }) => confidence > NO_EVIDENCE)
  const likely = found.flatMap(({ name }) => findLegacyEncoding(name) ?? [])
  for (const encoding of [...likely, WINDOWS_1252]) {
    const codec = await openLegacyCodec(encoding)
    if (shareOf(codec.decode(sample), countOdd) <= MAX_ODD) return codec
  }
  return openLegacyCodec(LATIN_1)
}

/** Bytes that are no character, and control characters of ISO 8859, which texts do not use. */
const countOdd = (text: string): number => countEscapes(text) + (text.match(/[\x80-\x9f]/g) ?? []).length

const shareOf = (text: string, count: (text: string) => number): number =>
  count(text) / (text.match(/\P{ASCII}/gu) ?? []).length

/** The first lines that are not ASCII: the others say nothing about the encoding. */
function sampleOf(bytes: Buffer): Buffer {
  const lines: Buffer[] = []
  let length = 0
  for (let from = 0; from < bytes.length && length < SAMPLE_BYTES; ) {
    const end = Math.min(bytes.indexOf('\n', from) + 1 || bytes.length, from + SAMPLE_BYTES)
    const line = bytes.subarray(from, end)
    if (line.some((byte) => byte >= 0x80)) {
      lines.push(line)
      length += line.length
    }
    from = end
  }
  return Buffer.concat(lines)
}
