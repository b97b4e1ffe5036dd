import { type Aligned, alignLines } from './align-lines.ts'
import type { LinesToReplace } from './match/lines-to-replace.ts'
import { normalizePunctuation } from './match/normalize-lines.ts'
import { indentOf, type Reindent } from './match/reindent.ts'
import type { Lines } from './match/split-lines.ts'
import type { LineChange, SplicedLine } from './splice-lines.ts'

/** Keeps the file's lines for lines that the new text has from the old one, and fits the others to the file. Pure. */
export function changeLines(file: Lines, { at, old, new: put, reindent }: LinesToReplace): LineChange {
  return toChange(file, { at, old, reindent, aligned: alignLines(old, put) })
}

export interface AlignedLines {
  readonly at: number
  readonly old: readonly string[]
  readonly reindent: Reindent
  readonly aligned: readonly Aligned[]
}

export function toChange(file: Lines, { at, old, reindent, aligned }: AlignedLines): LineChange {
  const lines = aligned.map((line): SplicedLine => {
    if ('kept' in line) return at + line.kept
    const quoted = line.insteadOf === null ? null : (old[line.insteadOf] ?? null)
    const found = line.insteadOf === null ? null : (file.lines[at + line.insteadOf] ?? null)
    return {
      text: fitLine(line.text, { quoted, found, reindent }),
      near: at + line.near,
    }
  })
  return { at, count: old.length, lines }
}

interface ReplacedLine {
  /** As the model quoted it, and as the file has it; `null`: the new line replaces none. */
  readonly quoted: string | null
  readonly found: string | null
  readonly reindent: Reindent
}

function fitLine(text: string, { quoted, found, reindent }: ReplacedLine): string {
  const indent = indentOf(text)
  if (indent.length === text.length) return text
  const core = text.slice(indent.length)
  const differsInPunctuation =
    quoted !== null &&
    found !== null &&
    normalizePunctuation(quoted).trimStart() === normalizePunctuation(found).trimStart()
  return reindent(indent) + (differsInPunctuation ? keepPunctuation(core, bare(quoted), bare(found)) : core)
}

const bare = (line: string): string => line.slice(indentOf(line).length).trimEnd()

/** Where the model left the beginning and the end of its line as they were, the file's own characters stay. */
function keepPunctuation(core: string, quoted: string, found: string): string {
  if (quoted === found || quoted.length !== found.length) return core
  const text = core.trimEnd()
  const shortest = Math.min(text.length, quoted.length)
  let head = 0
  while (head < shortest && text[head] === quoted[head]) head += 1
  let tail = 0
  while (tail < shortest - head && text.at(-1 - tail) === quoted.at(-1 - tail)) tail += 1
  const middle = text.slice(head, text.length - tail)
  return found.slice(0, head) + middle + found.slice(found.length - tail) + core.slice(text.length)
}
