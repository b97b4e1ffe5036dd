import type { FramedPrompt, ToolCall } from './read-conversation.ts'
import { readShownLines } from './read-shown-lines.ts'
import type { PlannedCall } from './sentence-step.ts'

/** Of a very long prompt, the conversation has only head and tail. The note between them names the file. */
const LEFT_OUT = /^\[\d+ characters left out here\. The whole prompt is in (\S+): read it first\.\]$/m

export const promptFileOf = ({ text }: FramedPrompt): string | null => LEFT_OUT.exec(text)?.[1] ?? null

/** The text of the prompt, or the next read call that is needed for it. */
export function readWholePrompt(
  prompt: FramedPrompt,
  calls: readonly ToolCall[],
): { readonly text: string } | { readonly call: PlannedCall } {
  const path = promptFileOf(prompt)
  if (path === null) return { text: prompt.text }
  const reads = calls.filter((call) => call.name === 'read' && call.input.path === path)
  const pages = reads.map((read) => readShownLines(read.result?.text ?? ''))
  const end = pages.at(-1)
  if (end === undefined) return { call: { name: 'read', input: { path } } }
  // A refused read shows no lines and no next place, so this cannot loop forever.
  if (end.next !== null) return { call: { name: 'read', input: { path, ...end.next } } }
  const pieces = pages.flatMap((page) => page.lines)
  return { text: pieces.map(({ text, rest }) => (rest === null ? `${text}\n` : text)).join('') }
}
