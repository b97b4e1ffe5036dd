import type { ToolCall } from './read-conversation.ts'
import { readShownLines } from './read-shown-lines.ts'
import { errorOf, type SentenceStep } from './sentence-step.ts'

/** Keeps the lines of both branches, first those of the working branch. */
export function resolveConflict(path: string, made: (n: number) => ToolCall | null): SentenceStep {
  const read = made(0)
  if (read === null) return { kind: 'call', call: { name: 'read', input: { path } } }
  const error = errorOf(read)
  if (error !== null) return { kind: 'done', used: 1, error }
  const shown = readShownLines(read.result?.text ?? '')
  if (shown.next !== null) return { kind: 'done', used: 1, error: `${path} is too long for a scripted model` }
  const written = made(1)
  if (written) return { kind: 'done', used: 2, error: errorOf(written) }
  const text = keepBoth(shown.lines.map((line) => line.text)).join('\n') + (shown.endsLine ? '\n' : '')
  return { kind: 'call', call: { name: 'write', input: { path, text } } }
}

/** Without the markers, and without what the common ancestor had. */
function keepBoth(lines: readonly string[]): string[] {
  let isAncestor = false
  return lines.filter((line) => {
    if (/^\|{7}(?: |$)/.test(line)) isAncestor = true
    else if (isAncestor && line === '=======') isAncestor = false
    else return !isAncestor && !/^(?:<{7}|>{7})(?: |$)/.test(line)
    return false
  })
}
