import { type Aligned, alignLines } from './align-lines.ts'
import type { Placement } from './match/match-ranges.ts'
import { foldPlain } from './match/normalize-lines.ts'
import { indentOf, type Reindent } from './match/reindent.ts'
import type { Lines } from './match/split-lines.ts'
import type { LineChange, Put } from './splice-lines.ts'

/** Keeps the lines that the new text has from the old one, as they are in the file, and fits the others in. Pure. */
export function changeLines(file: Lines, { at, old, fresh, shift }: Placement): LineChange {
  return toChange(file, { at, old, shift, aligned: alignLines(old, fresh) })
}

export interface AlignedPlacement {
  readonly at: number
  readonly old: readonly string[]
  readonly shift: Reindent
  readonly aligned: readonly Aligned[]
}

export function toChange(file: Lines, { at, old, shift, aligned }: AlignedPlacement): LineChange {
  const put = aligned.map((line, index): Put => {
    if ('kept' in line) return at + line.kept
    // A CR before a line end that is not the last one: the model asks for a CRLF.
    const asksForWindows = line.text.endsWith('\r') && index < aligned.length - 1
    const text = asksForWindows ? line.text.slice(0, -1) : line.text
    const instead = line.insteadOf === null ? null : (old[line.insteadOf] ?? null)
    const found = line.insteadOf === null ? null : (file.lines[at + line.insteadOf] ?? null)
    return {
      text: fitLine(text, { written: instead, found, shift }),
      end: asksForWindows ? '\r\n' : null,
      near: at + line.near,
    }
  })
  return { at, count: old.length, put }
}

interface Fit {
  /** The line that it stands for, as the model wrote it and as the file has it. */
  readonly written: string | null
  readonly found: string | null
  readonly shift: Reindent
}

function fitLine(text: string, { written, found, shift }: Fit): string {
  const indent = indentOf(text)
  if (indent.length === text.length) return text
  const core = text.slice(indent.length)
  const isPlainer =
    written !== null && found !== null && foldPlain(written).trimStart() === foldPlain(found).trimStart()
  return shift(indent) + (isPlainer ? keepPunctuation(core, bare(written), bare(found)) : core)
}

const bare = (line: string): string => line.slice(indentOf(line).length).trimEnd()

/** At both ends, as far as the model left its line as it was, the file's own characters stay. */
function keepPunctuation(core: string, written: string, found: string): string {
  if (written === found || written.length !== found.length) return core
  const text = core.trimEnd()
  const shortest = Math.min(text.length, written.length)
  let head = 0
  while (head < shortest && text[head] === written[head]) head += 1
  let tail = 0
  while (tail < shortest - head && text.at(-1 - tail) === written.at(-1 - tail)) tail += 1
  const middle = text.slice(head, text.length - tail)
  return found.slice(0, head) + middle + found.slice(found.length - tail) + core.slice(text.length)
}
