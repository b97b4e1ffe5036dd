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
  for (let at = 0; at < lines.length; at += 1) {
    const fence = readFence(lines[at] ?? '')
    if (fence === null) continue
    const end = findEnd(lines, at + 1, fence)
    if (end !== null) at = end
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

/** `null`: it ends with the text, or before a line with less indentation. */
function findEnd(lines: readonly string[], from: number, { indent, marks }: Fence): number | null {
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const own = line.search(/\S/)
    if (own >= 0 && own < indent) return null
    const rest = line.trim()
    const isFence = rest.startsWith(marks) && rest === marks.charAt(0).repeat(rest.length)
    if (isFence && own - indent < 4) return at
  }
  return null
}

const undo = (line: string, marks: string, separator: string): string => {
  const at = line.indexOf(marks) + 1
  return line.slice(0, at) + separator + line.slice(at)
}
