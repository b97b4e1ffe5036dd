import { findLegacyEncoding, type LegacyEncoding } from './legacy-encodings.ts'

/** What the detector reads. More takes time and tells no more. */
const SAMPLE_BYTES = 65_536
/** chardet gives an East Asian encoding this confidence, or less, for a text that tells nothing. */
const NO_EVIDENCE = 10

/** Encodings that a text other than UTF-8 may have, the most likely one first; `UTF-8`: broken UTF-8. */
export async function detectEncodings(bytes: Buffer): Promise<readonly (LegacyEncoding | 'UTF-8')[]> {
  const { analyse } = await import(/* webpackMode: "eager" */ 'chardet')
  const found = analyse(sampleOf(bytes)).filter(({ confidence }) => confidence > NO_EVIDENCE)
  return found.flatMap(({ name }) => (name === 'UTF-8' ? name : (findLegacyEncoding(name) ?? [])))
}

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
