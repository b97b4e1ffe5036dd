import { alignLines } from '../../text/align-lines.ts'
import { decodeText } from '../../text/encoding/decode-text.ts'
import { must, type Repository } from '../process/repository.ts'
import type { AddedLine } from './change.ts'
import type { RawChange } from './parse-diff.ts'

/** Of one version of a file. */
const MAX_BYTES = 64 * 1024 * 1024

/** Whether lines of a patch, read as UTF-8, are those of another encoding, or of a binary file. Pure. */
export const areUndecoded = (lines: readonly AddedLine[]): boolean =>
  lines.some(({ text }) => /[\0\ufffd]/.test(text))

/**
 * The added lines of a file that is not UTF-8: git looks for line ends byte by byte, and shows other characters as they
 * are in the file. `null`: it is binary, or too large.
 */
export async function decodeAddedLines(
  { gitBytes }: Repository,
  { oldMode, oldId, newId }: RawChange,
): Promise<readonly AddedLine[] | null> {
  const readLines = async (id: string): Promise<readonly string[] | null> => {
    const { stdout, cut } = await must(gitBytes(['cat-file', 'blob', id], { maxBytes: MAX_BYTES }))
    return cut ? null : await linesOf(stdout)
  }
  const now = await readLines(newId)
  if (now === null) return null
  // Of a submodule, git has no content.
  const before = oldMode === null || oldMode === '160000' ? [] : ((await readLines(oldId)) ?? [])
  return alignLines(before, now).flatMap((line, at) =>
    'kept' in line || (line.text === '' && at === now.length - 1) ? [] : { number: at + 1, text: line.text },
  )
}

/** `null`: the bytes are no text. Without a byte order mark, UTF-16 is recognized by where its zero bytes are. */
async function linesOf(bytes: Buffer): Promise<readonly string[] | null> {
  const decoded = await decodeText(bytes, async () => guessWide(bytes))
  return decoded.ok ? decoded.text.text.split('\n') : null
}

const SAMPLE_BYTES = 8192

function guessWide(bytes: Buffer): string {
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  }
  const [even = 0, odd = 0] = zeros
  return odd > even ? 'utf-16le' : 'utf-16be'
}
