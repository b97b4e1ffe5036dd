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
      return once({ name: 'write', input: { path, text: sentence.text } }, made(0))
    case 'delete':
      return once({ name: 'delete', input: { path } }, made(0))
    case 'append':
      return appendToText(sentence, made)
  }
}

function once(call: WantedCall, made: ToolCall | null): SentenceStep {
  return made ? { kind: 'done', used: 1, fault: faultOf(made) } : { kind: 'call', call }
}
