/** A fence of code, with what stands before it: white space, or the mark of a list. */
const FENCE = /^(?<before>[^\S\n]*(?:(?:[-*+]|\d{1,9}[.)])[^\S\n]+)*)(?<marks>`{3,}|~{3,})(?<info>.*)$/
const LONGEST = 90

/**
 * The text with no code block left open, or what comes after it would be part of it. A fence at the beginning of a line
 * is closed. One that is indented may be the text's own or a list's, which ends with the list: where it is not closed
 * the way it was opened, it becomes none. `mark` undoes it and does not show.
 */
export function closeFences(text: string, mark: string): string {
  const lines = text.replace(/`{91,}|~{91,}/g, (run) => run.slice(0, LONGEST)).split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const fence = readFence(lines[at] ?? '')
    if (fence === null) continue
    const end = findEnd(lines, at + 1, fence)
    if (end !== null) at = end
    else if (fence.indent === 0) return [...lines, fence.marks].join('\n')
    else lines[at] = undo(lines[at] ?? '', fence.marks, mark)
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

/** `null`: it ends with the text, or before a line that stands further left. */
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

const undo = (line: string, marks: string, mark: string): string => {
  const at = line.indexOf(marks) + 1
  return line.slice(0, at) + mark + line.slice(at)
}
