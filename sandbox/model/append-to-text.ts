import type { ToolCall } from './read-conversation.ts'
import { type Place, readShownLines, type ShownLines } from './read-shown-lines.ts'
import { errorOf, type SentenceStep } from './sentence-step.ts'

/** The number of last lines that are read if one read cannot show the whole file. */
const TAIL_LINES = 50

/** Reads to the end of the file, then appends the text unchanged. */
export function appendToText(
  { path, text }: { readonly path: string; readonly text: string },
  made: (n: number) => ToolCall | null,
): SentenceStep {
  let used = 0
  for (let read = made(used); read?.name === 'read'; read = made(used)) {
    used += 1
    const error = errorOf(read)
    if (error !== null) return { kind: 'done', used, error }
    const shown = readShownLines(read.result?.text ?? '')
    if (shown.next !== null) {
      if (made(used)) continue
      return {
        kind: 'call',
        call: { name: 'read', input: { path, ...nextPlace(shown.next, shown.total) } },
      }
    }
    const written = made(used)
    if (written) return { kind: 'done', used: used + 1, error: errorOf(written) }
    return appendAfter(path, shown, text, used)
  }
  return { kind: 'call', call: { name: 'read', input: { path } } }
}

/** Skips to the last lines. */
const nextPlace = (next: Place, total: number): Place =>
  next.from < total - TAIL_LINES ? { from: total - TAIL_LINES } : next

function appendAfter(path: string, shown: ShownLines, text: string, used: number): SentenceStep {
  if (shown.lines.length === 0) return { kind: 'call', call: { name: 'write', input: { path, text } } }
  const old = shortestUniqueTail(shown)
  if (old === null) return { kind: 'done', used, error: `the end of ${path} occurs more than once in it` }
  return { kind: 'call', call: { name: 'edit', input: { path, old, new: old + text } } }
}

/** An edit needs a text that occurs once, and the last line is often just a bracket. */
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
