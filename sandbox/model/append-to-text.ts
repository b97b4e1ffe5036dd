import type { ToolCall } from './read-conversation.ts'
import { type Place, readShownLines, type ShownLines } from './read-shown-lines.ts'
import { faultOf, type SentenceStep } from './sentence-step.ts'

/** How many of the last lines it looks at where a file is too long to be shown at once. */
const TAIL_LINES = 50

/** Reads to the file's end, then puts the text behind the last lines. All of the text goes in as it stands. */
export function appendToText(
  { path, text }: { readonly path: string; readonly text: string },
  made: (n: number) => ToolCall | null,
): SentenceStep {
  let used = 0
  for (let read = made(used); read?.name === 'read'; read = made(used)) {
    used += 1
    const fault = faultOf(read)
    if (fault !== null) return { kind: 'done', used, fault }
    const shown = readShownLines(read.result?.text ?? '')
    if (shown.next !== null) {
      if (made(used)) continue
      return {
        kind: 'call',
        call: { name: 'read', input: { path, ...nearerTheEnd(shown.next, shown.total) } },
      }
    }
    const written = made(used)
    if (written) return { kind: 'done', used: used + 1, fault: faultOf(written) }
    return appendBehind(path, shown, text, used)
  }
  return { kind: 'call', call: { name: 'read', input: { path } } }
}

/** What lies between is of no use here. */
const nearerTheEnd = (next: Place, total: number): Place =>
  next.from < total - TAIL_LINES ? { from: total - TAIL_LINES } : next

function appendBehind(path: string, shown: ShownLines, text: string, used: number): SentenceStep {
  if (shown.lines.length === 0) return { kind: 'call', call: { name: 'write', input: { path, text } } }
  const old = shortestUniqueTail(shown)
  if (old === null)
    return { kind: 'done', used, fault: `the end of ${path} cannot be told from other places in it` }
  return { kind: 'call', call: { name: 'edit', input: { path, old, new: old + text } } }
}

/** An edit needs a text that occurs once; the last line alone is often a lone bracket. */
function shortestUniqueTail({ lines, endsLine }: ShownLines): string | null {
  const end = endsLine ? '\n' : ''
  const whole = lines.map((line) => line.text).join('\n') + end
  for (let count = 1; count <= lines.length; count++) {
    const [first, ...rest] = lines.slice(-count)
    if (first === undefined || first.rest !== null) return null
    const tail = [first, ...rest].map((line) => line.text).join('\n') + end
    if (whole.indexOf(tail) === whole.length - tail.length) return tail
  }
  return null
}
