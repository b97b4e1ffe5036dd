import { setImmediate as nextTurn } from 'node:timers/promises'
import { readPath } from './read-path.ts'

/** The part of a patch that is about one file. */
export interface PatchFile {
  /** Its place in the patch, from 1. */
  readonly number: number
  readonly path: string
  readonly additions: number
  readonly deletions: number
  readonly lines: number
  readonly text: string
}

const HEADER = 'diff --git '
/** UTF-16 units between two turns of the event loop: less than 10 ms. */
const PIECE = 1024 * 1024
/** A file takes as much time as so many units, however short it is. */
const OF_FILE = 10_000
const [PLUS, MINUS, AT] = [43, 45, 64]

/** The files of a patch, of up to 10 MiB, in their order. Lets other work run meanwhile. */
export async function splitPatch(patch: string): Promise<PatchFile[]> {
  const files: PatchFile[] = []
  let start = patch.startsWith(HEADER) ? 0 : patch.indexOf(`\n${HEADER}`) + 1
  if (start === 0 && !patch.startsWith(HEADER)) return []
  for (let read = 0; start < patch.length; ) {
    const next = patch.indexOf(`\n${HEADER}`, start)
    const end = next < 0 ? patch.length : next + 1
    files.push(await readFile(files.length + 1, patch.slice(start, end)))
    read += end - start + OF_FILE
    if (read > PIECE) {
      await nextTurn()
      read = 0
    }
    start = end
  }
  return files
}

async function readFile(number: number, text: string): Promise<PatchFile> {
  let [lines, additions, deletions, seen] = [0, 0, 0, 0]
  let isHeader = true
  for (let at = 0; at < text.length; lines++) {
    const first = text.charCodeAt(at)
    if (first === AT) isHeader = false
    else if (!isHeader && first === PLUS) additions++
    else if (!isHeader && first === MINUS) deletions++
    const end = text.indexOf('\n', at)
    const next = end < 0 ? text.length : end + 1
    seen += next - at
    if (seen > PIECE) {
      await nextTurn()
      seen = 0
    }
    at = next
  }
  return { number, path: readPath(text), additions, deletions, lines, text }
}
