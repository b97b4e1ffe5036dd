import type { ModelMessage } from 'ai'
import { cutHead, cutTail } from '../../../contract/text.ts'
import { countImages, IMAGE_SIZE, withoutImages } from './prune-messages.ts'

/** A message, and what happens to it when the conversation gets too long. */
export interface HistoryEntry {
  readonly message: ModelMessage
  /** True: compaction keeps it word for word. */
  readonly isPinned: boolean
  /** Writes the message anew for a smaller window; `null`: it has one form only. */
  readonly rewrite: Rewrite | null
}

/** A text for a window of so many tokens. */
export type Rewrite = (window: number) => string

/**
 * All pinned messages, the summary of what is dropped, and the last steps unchanged: as many as have room, but at least
 * one. Pure.
 */
export function compact(
  entries: readonly HistoryEntry[],
  summary: string,
  tail: number,
): readonly HistoryEntry[] {
  const start = startOfTail(entries, tail)
  return [
    ...entries.slice(0, start).filter(({ isPinned }) => isPinned),
    { message: { role: 'user', content: summary }, isPinned: false, rewrite: null },
    ...entries.slice(start),
  ]
}

/** A tail begins with an answer of the model, so that each call stays with its result. */
function startOfTail(entries: readonly HistoryEntry[], tail: number): number {
  let start = entries.length
  let size = 0
  for (let at = entries.length - 1; at >= 0; at -= 1) {
    const message = entries[at]?.message
    size += sizeOfMessage(message)
    if (size > tail && start < entries.length) break
    if (message?.role === 'assistant') start = at
  }
  return start
}

export const sizeOfMessage = (message: ModelMessage | undefined): number =>
  message === undefined
    ? 0
    : JSON.stringify(withoutImages(message)).length + countImages(message) * IMAGE_SIZE

/** A summary without a model: the previous summary, if any, and the calls with their paths. Pure. */
export function recapCalls(
  entries: readonly HistoryEntry[],
  previous: string | null,
  maxLength: number,
): string {
  const calls = entries.flatMap(({ message }) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return []
    return message.content.flatMap((part) =>
      part.type === 'tool-call' ? [`- ${part.toolName} ${pathIn(part.input)}`.trimEnd()] : [],
    )
  })
  const text = [...(previous === null ? [] : [previous]), ...calls].join('\n')
  return text.length <= maxLength ? text : `…${cutTail(text, maxLength)}`
}

function pathIn(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('path' in input)) return ''
  return typeof input.path === 'string' ? cutHead(input.path, 200) : ''
}
