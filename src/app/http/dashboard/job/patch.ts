import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ChangedFile } from '../../../github/repository.ts'

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

/** More than any header has. */
const HEADER_LENGTH = 10_000

/** The path of a file in the header of its diff: the new one, or the old one if the file was deleted. Pure. */
export function readPath(diff: string): string {
  const header = diff.slice(0, HEADER_LENGTH)
  const lines = header.split('\n')
  const isHunk = lines.findIndex((line) => line.startsWith('@@'))
  const own = isHunk < 0 ? lines : lines.slice(0, isHunk)
  const named = (start: string): string | undefined =>
    own.find((line) => line.startsWith(start))?.slice(start.length)
  const renamed = named('rename to ') ?? named('copy to ')
  if (renamed !== undefined) return unquote(renamed)
  for (const given of [named('+++ '), named('--- ')]) {
    const path = given === undefined ? '/dev/null' : unquote(given.replace(/\t$/, ''))
    if (path !== '/dev/null') return path.replace(/^[ab]\//, '')
  }
  return fromFirstLine(own[0] ?? '')
}

/** `diff --git a/x b/x`: without content, both names are the same. */
function fromFirstLine(line: string): string {
  const names = line.slice('diff --git '.length)
  if (names.startsWith('"')) return unquote(names.slice(0, (names.length - 1) / 2)).replace(/^a\//, '')
  return names.slice(0, (names.length - 1) / 2).replace(/^a\//, '')
}

const ESCAPES: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
}

/** As git quotes unusual names: https://git-scm.com/docs/git-config#Documentation/git-config.txt-corequotePath */
function unquote(name: string): string {
  if (!/^".*"$/.test(name)) return name
  const latin1 = Buffer.from(name.slice(1, -1))
    .toString('latin1')
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (ESCAPES[code] ?? code),
    )
  return Buffer.from(latin1, 'latin1').toString('utf8')
}

/** The files that GitHub lists, as the patch that git would print. Pure. */
export const writePatch = (files: readonly ChangedFile[]): string => files.map(writeFile).join('')

function writeFile({ path, previousPath, status, patch }: ChangedFile): string {
  const before = previousPath ?? path
  const lines = [`diff --git ${quote(`a/${before}`)} ${quote(`b/${path}`)}`]
  if (status === 'added') lines.push('new file mode 100644')
  if (status === 'removed') lines.push('deleted file mode 100644')
  if (status === 'renamed') lines.push(`rename from ${quote(before)}`, `rename to ${quote(path)}`)
  if (patch !== null) {
    lines.push(`--- ${status === 'added' ? '/dev/null' : quote(`a/${before}`)}`)
    lines.push(`+++ ${status === 'removed' ? '/dev/null' : quote(`b/${path}`)}`, patch)
  }
  return `${lines.join('\n')}\n`
}

/** A name with a line break must not begin another line of the patch. As git does, see readPath. */
const quote = (name: string): string =>
  /["\\\p{Cc}]/u.test(name) ? `"${name.replace(/["\\]/g, '\\$&').replace(/\p{Cc}/gu, octal)}"` : name

const octal = (character: string): string =>
  [...Buffer.from(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
