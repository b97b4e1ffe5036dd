import { appendToText } from './append-to-text.ts'
import type { Sentence } from './parse-sentence.ts'
import type { ToolCall } from './read-conversation.ts'
import { readShownLines } from './read-shown-lines.ts'
import { resolveConflict } from './resolve-conflict.ts'
import { errorOf, type PlannedCall, type SentenceStep } from './sentence-step.ts'

/** `made(n)`: the nth call that was made for this sentence; `null` if there is none yet. */
export function actOnSentence(
  sentence: Exclude<Sentence, { kind: 'wait' | 'output' | 'choose' }>,
  made: (n: number) => ToolCall | null,
): SentenceStep {
  const { path } = sentence
  switch (sentence.kind) {
    case 'replace':
      return once({ name: 'edit', input: { path, old: sentence.old, new: sentence.new, all: true } }, made(0))
    case 'create':
      return createFile(sentence, made)
    case 'show':
      return showFile(path, made(0))
    case 'delete':
      return once({ name: 'delete', input: { path } }, made(0))
    case 'append':
      return appendToText(sentence, made)
    case 'resolve':
      return resolveConflict(path, made)
  }
}

function once(call: PlannedCall, made: ToolCall | null): SentenceStep {
  return made ? { kind: 'done', used: 1, error: errorOf(made) } : { kind: 'call', call }
}

/** The answer repeats the beginning of the file. */
const SHOWN_LINES = 5

function showFile(path: string, made: ToolCall | null): SentenceStep {
  const step = once({ name: 'read', input: { path } }, made)
  if (step.kind === 'call' || step.error !== null) return step
  const { lines } = readShownLines(made?.result?.text ?? '')
  return {
    ...step,
    shown: lines
      .slice(0, SHOWN_LINES)
      .map(({ text }) => text)
      .join('\n'),
  }
}

/** The write tool may require that an existing file was read first. */
function createFile(
  { path, text }: { readonly path: string; readonly text: string },
  made: (n: number) => ToolCall | null,
): SentenceStep {
  const write = { name: 'write', input: { path, text } }
  const first = once(write, made(0))
  if (first.kind === 'call' || first.error === null || !/\bread\b.*\bfirst\b/i.test(first.error)) return first
  const read = once({ name: 'read', input: { path } }, made(1))
  if (read.kind === 'call') return read
  if (read.error !== null) return { kind: 'done', used: 2, error: read.error }
  const again = once(write, made(2))
  return again.kind === 'call' ? again : { ...again, used: 3 }
}
