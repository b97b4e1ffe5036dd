import { appendToText } from './append-to-text.ts'
import type { Sentence } from './parse-sentence.ts'
import type { ToolCall } from './read-conversation.ts'
import { faultOf, type SentenceStep, type WantedCall } from './sentence-step.ts'

/** `made(n)`: the nth call that was made for this sentence, `null` if there is none yet. */
export function actOnSentence(
  sentence: Exclude<Sentence, { kind: 'wait' }>,
  made: (n: number) => ToolCall | null,
): SentenceStep {
  const { path } = sentence
  switch (sentence.kind) {
    case 'replace':
      return once({ name: 'edit', input: { path, old: sentence.old, new: sentence.new, all: true } }, made(0))
    case 'create':
      return createFile(sentence, made)
    case 'delete':
      return once({ name: 'delete', input: { path } }, made(0))
    case 'append':
      return appendToText(sentence, made)
  }
}

function once(call: WantedCall, made: ToolCall | null): SentenceStep {
  return made ? { kind: 'done', used: 1, fault: faultOf(made) } : { kind: 'call', call }
}

/** A tool that replaces all of a file may want it to have been read. */
function createFile(
  { path, text }: { readonly path: string; readonly text: string },
  made: (n: number) => ToolCall | null,
): SentenceStep {
  const write = { name: 'write', input: { path, text } }
  const first = once(write, made(0))
  if (first.kind === 'call' || first.fault === null || !/\bread\b.*\bfirst\b/i.test(first.fault)) return first
  const read = once({ name: 'read', input: { path } }, made(1))
  if (read.kind === 'call') return read
  if (read.fault !== null) return { kind: 'done', used: 2, fault: read.fault }
  const again = once(write, made(2))
  return again.kind === 'call' ? again : { ...again, used: 3 }
}
