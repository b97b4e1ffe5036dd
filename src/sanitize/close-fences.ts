/** A code fence, with the white space or list markers before it. */
const FENCE = /^(?<before>[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*)(?<marks>`{3,}|~{3,})(?<info>.*)$/
const MAX_LENGTH = 90

/**
 * Closes open code blocks, so that the text that follows does not become part of one. A fence at the beginning of a line is
 * closed at the end. An indented fence may belong to a list and end with it: if it is not closed as it was opened, it is
 * disabled with `separator`, which is invisible.
 */
export function closeFences(text: string, separator: string): string {
  const lines = text.replace(/`{91,}|~{91,}/g, (run) => run.slice(0, MAX_LENGTH)).split('\n')
  const ends = findEnds(lines)
  for (let at = 0; at < lines.length; at += 1) {
    const fence = readFence(lines[at] ?? '')
    if (fence === null) continue
    const end = ends[at]
    if (end !== undefined) at = end
    else if (fence.indent === 0) return [...lines, fence.marks].join('\n')
    else lines[at] = undo(lines[at] ?? '', fence.marks, separator)
  }
  return lines.join('\n')
}

interface Fence {
  readonly indent: number
  readonly marks: string
}

function readFence(line: string): Fence | null {
  const { before = '', marks, info = '' } = FENCE.exec(line)?.groups ?? {}
  if (marks === undefined || (marks.startsWith('`') && info.includes('`'))) return null
  return { indent: before.length, marks }
}

/**
 * For each line with a fence, the line that closes it; none if it ends with the text, or before a line with less
 * indentation. From the last line, so that no fence searches the lines below it again.
 */
function findEnds(lines: readonly string[]): (number | undefined)[] {
  const ends: (number | undefined)[] = Array.from({ length: lines.length })
  // For each indentation and kind of fence, the lines below that close it, the nearest last: a farther one has more marks.
  const closing: { readonly at: number; readonly length: number }[][] = []
  for (const [at, line] of [...lines.entries()].toReversed()) {
    const fence = readFence(line)
    if (fence !== null)
      ends[at] = closing[kindOf(fence)]?.findLast(({ length }) => length >= fence.marks.length)?.at
    const own = line.search(/\S/)
    if (own < 0) continue
    closing.length = Math.min(closing.length, 2 * (own + 1))
    const marks = line.trim()
    if (!CLOSING.test(marks)) continue
    for (let indent = Math.max(0, own - 3); indent <= own; indent += 1) {
      const below = closing[kindOf({ indent, marks })] ?? []
      const farther = below.slice(0, 1 + below.findLastIndex(({ length }) => length > marks.length))
      closing[kindOf({ indent, marks })] = [...farther, { at, length: marks.length }]
    }
  }
  return ends
}

const CLOSING = /^(?:`{3,}|~{3,})$/

const kindOf = ({ indent, marks }: Fence): number => 2 * indent + (marks.startsWith('~') ? 1 : 0)

const undo = (line: string, marks: string, separator: string): string => {
  const at = line.indexOf(marks) + 1
  return line.slice(0, at) + separator + line.slice(at)
}
