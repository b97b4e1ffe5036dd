import { type Codec, countEscapes } from './codec.ts'
import { openLegacyCodec } from './legacy-codec.ts'
import { findLegacyEncoding, LATIN_1, WINDOWS_1252 } from './legacy-encodings.ts'
import { UTF_8 } from './unicode-codecs.ts'

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
