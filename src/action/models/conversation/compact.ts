import type { ModelMessage } from 'ai'
import { cutHead, cutTail } from '../../../contract/cut-text.ts'

/** A message with what becomes of it when the conversation is compacted. */
export interface Said {
  readonly message: ModelMessage
  /** True: it stays word for word. */
  readonly lasting: boolean
  /** `null`: there is no other way to say it. */
  readonly tell: Tell | null
}

/** A text for a window of so many tokens. */
export type Tell = (window: number) => string

/**
 * Everything that lasts, the summary of what goes, and the last steps as they were: as many as have room, but always
 * the last one. Pure.
 */
export function compact(said: readonly Said[], summary: string, tail: number): readonly Said[] {
  const start = startOfTail(said, tail)
  return [
    ...said.slice(0, start).filter(({ lasting }) => lasting),
    { message: { role: 'user', content: summary }, lasting: false, tell: null },
    ...said.slice(start),
  ]
}

/** A tail begins with an answer of the model, so that no call is parted from its result. */
function startOfTail(said: readonly Said[], tail: number): number {
  let start = said.length
  let size = 0
  for (let at = said.length - 1; at >= 0; at -= 1) {
    const message = said[at]?.message
    size += sizeOfMessage(message)
    if (size > tail && start < said.length) break
    if (message?.role === 'assistant') start = at
  }
  return start
}

export const sizeOfMessage = (message: ModelMessage | undefined): number =>
  message === undefined ? 0 : JSON.stringify(message).length

/** What was done, without asking a model: the earlier summary, if any, and the calls with the paths they named. Pure. */
export function recapCalls(said: readonly Said[], earlier: string | null, most: number): string {
  const calls = said.flatMap(({ message }) => {
    if (message.role !== 'assistant' || typeof message.content === 'string') return []
    return message.content.flatMap((part) =>
      part.type === 'tool-call' ? [`- ${part.toolName} ${pathIn(part.input)}`.trimEnd()] : [],
    )
  })
  const text = [...(earlier === null ? [] : [earlier]), ...calls].join('\n')
  return text.length <= most ? text : `…${cutTail(text, most)}`
}

function pathIn(input: unknown): string {
  if (typeof input !== 'object' || input === null || !('path' in input)) return ''
  return typeof input.path === 'string' ? cutHead(input.path, 200) : ''
}
