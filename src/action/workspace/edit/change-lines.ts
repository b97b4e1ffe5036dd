import { type Aligned, alignLines } from '../../text/align-lines.ts'
import { findLineEnd, type Lines, normalizePunctuation } from './match/lines.ts'
import type { LinesToReplace } from './match/lines-to-replace.ts'
import { indentOf, type Reindent } from './match/reindent.ts'

/** Keeps the file's lines for lines that the new text has from the old one, and fits the others to the file. Pure. */
export function changeLines(file: Lines, { at, old, new: put, reindent }: LinesToReplace): LineChange {
  return toChange(file, { at, old, reindent, aligned: alignLines(old, put) })
}

interface AlignedLines {
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

/** A line of the result: one of the file, by index, unchanged, or a new one. */
type SplicedLine = number | NewLine

interface NewLine {
  readonly text: string
  /** The line of the file that it replaces, by index. It gets the same line end. */
  readonly near: number
}

/** `count` lines from `at` on become `lines`. */
export interface LineChange {
  readonly at: number
  readonly count: number
  readonly lines: readonly SplicedLine[]
}

export interface Spliced {
  readonly text: string
  /** Each change in the new text, by line index; `to` is the line after it. */
  readonly ranges: readonly { readonly from: number; readonly to: number }[]
}

/** Makes changes that do not overlap, given in order. All other lines stay byte for byte. Pure. */
export function spliceLines(file: Lines, changes: readonly LineChange[]): Spliced {
  const usual = findLineEnd(file)
  const result: { readonly text: string; readonly end: string }[] = []
  const keep = (index: number) =>
    result.push({ text: file.lines[index] ?? '', end: file.ends[index] || usual })
  let next = 0
  const ranges = changes.map(({ at, count, lines }) => {
    while (next < at) keep(next++)
    const from = result.length
    for (const line of lines) {
      if (typeof line === 'number') keep(line)
      else result.push({ text: line.text, end: endNear(file, line.near, usual) })
    }
    next = at + count
    return { from, to: result.length }
  })
  while (next < file.lines.length) keep(next++)
  const last = result.pop()?.text ?? ''
  return { text: result.map(({ text, end }) => text + end).join('') + last, ranges }
}

const endNear = ({ ends }: Lines, index: number, usual: string): string =>
  ends[index] || ends[index - 1] || usual
