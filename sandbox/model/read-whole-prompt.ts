import type { FramedPrompt, ToolCall } from './read-conversation.ts'
import { readShownLines } from './read-shown-lines.ts'
import type { WantedCall } from './sentence-step.ts'

/** A very long prompt stands in the frame with head and tail only; this note in between names the file. */
const LEFT_OUT = /^\[\d+ characters left out here\. The whole prompt is in (\S+): read it first\.\]$/m

export const promptFileOf = ({ text }: FramedPrompt): string | null => LEFT_OUT.exec(text)?.[1] ?? null

/** The prompt's text, or the read that is still missing for it. */
export function readWholePrompt(
  prompt: FramedPrompt,
  calls: readonly ToolCall[],
): { readonly text: string } | { readonly call: WantedCall } {
  const path = promptFileOf(prompt)
  if (path === null) return { text: prompt.text }
  const reads = calls.filter((call) => call.name === 'read' && call.input.path === path)
  const pages = reads.map((read) => readShownLines(read.result?.text ?? ''))
  const end = pages.at(-1)
  if (end === undefined) return { call: { name: 'read', input: { path } } }
  // A page that shows nothing (the read was refused) names no next one, and is not asked for for ever.
  if (end.next !== null) return { call: { name: 'read', input: { path, ...end.next } } }
  const pieces = pages.flatMap((page) => page.lines)
  return { text: pieces.map(({ text, rest }) => (rest === null ? `${text}\n` : text)).join('') }
}
