import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { editFrame } from './edit-frame.ts'
import { openaiResponses } from './openai-responses.ts'
import { event, type WireFormat } from './wire-format.ts'

const Item = z.looseObject({
  type: z.string().optional(),
  call_id: z.string().optional(),
  phase: z.string().optional(),
  role: z.string().optional(),
})
const Body = z.looseObject({ input: z.array(Item) })
type Item = z.infer<typeof Item>

const summaryOf = (turn: number | string) => [{ type: 'summary_text', text: `I think of ${turn}.` }]
const sealOf = (turn: number | string) => `late_${turn}`

/**
 * A reasoning model thinks again between its words and its calls, tells what of, and marks words that are not its last
 * ones: https://platform.openai.com/docs/guides/reasoning. Each of it has to come back where it was.
 */
export const responsesReasoning: WireFormat = {
  ...openaiResponses,
  frames(answer, turn, counted) {
    const frames = openaiResponses.frames(answer, turn, counted).map((frame) => editFrame(frame, withPhase))
    const at = frames.findIndex((frame) => frame.includes('"type":"function_call"'))
    if (at === -1) return frames
    const index = 1 + (answer.say === undefined ? 0 : 1)
    const later = frames
      .slice(at)
      .map((frame) =>
        editFrame(frame, (body) =>
          typeof body.output_index === 'number' ? { ...body, output_index: body.output_index + 1 } : body,
        ),
      )
    return [...frames.slice(0, at), ...reasoningFrames(turn, index), ...later]
  },
  read(body) {
    const parsed = Body.safeParse(body)
    if (!parsed.success) return openaiResponses.read(body)
    const { input } = parsed.data
    const plain = input.filter((item) => !isLate(item)).map(({ phase: _, ...item }) => item)
    const read = openaiResponses.read({ ...parsed.data, input: plain })
    return { ...read, faults: [...read.faults, ...reasoningFaults(input)] }
  },
}

function withPhase(body: Readonly<Record<string, unknown>>) {
  const { item } = body
  const isMessage = typeof item === 'object' && item !== null && 'type' in item && item.type === 'message'
  return isMessage ? { ...body, item: { ...item, phase: 'commentary' } } : body
}

function reasoningFrames(turn: number, output_index: number): string[] {
  const item = { type: 'reasoning', id: `rs_late_${turn}`, encrypted_content: sealOf(turn), summary: [] }
  const at = { item_id: item.id, output_index, summary_index: 0 }
  const [part] = summaryOf(turn)
  return [
    event('response.output_item.added', { output_index, item }),
    event('response.reasoning_summary_part.added', { ...at, part: { type: 'summary_text', text: '' } }),
    event('response.reasoning_summary_text.delta', { ...at, delta: part?.text }),
    event('response.reasoning_summary_part.done', { ...at, part }),
    event('response.output_item.done', { output_index, item: { ...item, summary: [part] } }),
  ]
}

const isLate = (item: Item): boolean =>
  item.type === 'reasoning' && String(item.encrypted_content).startsWith('late_')

function reasoningFaults(input: readonly Item[]): string[] {
  return input.flatMap((item, index) => {
    if (item.role === 'assistant' && item.phase !== 'commentary') {
      return [`input.${index}: the words are no longer marked as a commentary`]
    }
    const [, turn] = /^call_(\d+)_0$/.exec(item.type === 'function_call' ? (item.call_id ?? '') : '') ?? []
    const before = input[index - 1]
    if (turn === undefined) return []
    const isAsItWas =
      before !== undefined &&
      before.encrypted_content === sealOf(turn) &&
      isDeepStrictEqual(before.summary, summaryOf(turn))
    return isAsItWas ? [] : [`input.${index}: the reasoning right before the call is not as it was`]
  })
}
