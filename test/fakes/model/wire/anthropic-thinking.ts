import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { anthropicMessages } from './anthropic-messages.ts'
import { editFrame } from './edit-frame.ts'
import { event, type WireFormat } from './wire-format.ts'

const Block = z.looseObject({ type: z.string(), id: z.string().optional() })
const Body = z.looseObject({
  messages: z.array(z.looseObject({ role: z.string(), content: z.array(Block) })),
})
type Message = z.infer<typeof Body>['messages'][number]

/** What the model thinks before the answer of this turn; a part of it the provider shows to nobody. */
const thoughtsOf = (turn: string | number) => [
  { type: 'thinking', thinking: `I think of ${turn}.`, signature: `seal_${turn}` },
  { type: 'redacted_thinking', data: `hidden_${turn}` },
]
const isThought = ({ type }: { readonly type: string }) => /thinking$/.test(type)

/**
 * The newer models think by themselves, and refuse a call that comes back without its thoughts, each as it was:
 * https://docs.claude.com/en/docs/build-with-claude/extended-thinking#preserving-thinking-blocks
 */
export const anthropicThinking: WireFormat = {
  ...anthropicMessages,
  model: 'anthropic/claude-opus-5-5',
  frames(answer, turn, counted) {
    const [start = '', ...rest] = anthropicMessages.frames(answer, turn, counted)
    const thoughts = thoughtsOf(turn)
    const shifted = rest.map((frame) =>
      editFrame(frame, (body) =>
        typeof body.index === 'number' ? { ...body, index: body.index + thoughts.length } : body,
      ),
    )
    return [start, ...thoughtFrames(turn), ...shifted]
  },
  read(body) {
    const parsed = Body.safeParse(body)
    if (!parsed.success) return anthropicMessages.read(body)
    const { messages } = parsed.data
    const spoken = messages.map(({ content, ...message }) => ({
      ...message,
      content: content.filter((block) => !isThought(block)),
    }))
    const read = anthropicMessages.read({ ...parsed.data, messages: spoken })
    return { ...read, faults: [...read.faults, ...messages.flatMap(thoughtFaults)] }
  },
}

function thoughtFrames(turn: number): string[] {
  const block = (index: number, start: object, ...deltas: readonly object[]) => [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
  return [
    ...block(
      0,
      { type: 'thinking', thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: 'I think ' },
      { type: 'thinking_delta', thinking: `of ${turn}.` },
      { type: 'signature_delta', signature: `seal_${turn}` },
    ),
    ...block(1, { type: 'redacted_thinking', data: `hidden_${turn}` }),
  ]
}

function thoughtFaults({ role, content }: Message, index: number): string[] {
  const last = content.at(-1)
  if (role === 'assistant' && last !== undefined && isThought(last)) {
    return [`messages.${index}: the final block cannot be a thought`]
  }
  const [, turn] = /^toolu_(\d+)_/.exec(content.find(({ id }) => id !== undefined)?.id ?? '') ?? []
  if (role !== 'assistant' || turn === undefined) return []
  const expected = thoughtsOf(turn)
  return isDeepStrictEqual(content.slice(0, expected.length), expected)
    ? []
    : [`messages.${index}: the thoughts before the call are not as they were`]
}
