import type { Effort } from '../../../src/contract/model.ts'
import { startScriptedProvider, type Turn } from '../../fakes/model/wire/scripted-provider.ts'
import { data, event, type WireFormat } from '../../fakes/model/wire/wire-format.ts'
import { FINISH, PROVIDERS, runScript } from './scripted-run.ts'

/** Runs the agent on these answers and on one that finishes. `faults`: what the provider would refuse of its requests. */
export async function answerWith(format: WireFormat & { effort?: Effort }, ...turns: readonly Turn[]) {
  const finish: Turn = {
    kind: 'answer',
    answer: { calls: [{ name: 'finish', input: { ...FINISH, no_change: true } }] },
  }
  await using provider = await startScriptedProvider(format, [...turns, finish])
  const wire = PROVIDERS.find((one) => one.provider === format.provider)
  if (wire === undefined) throw new Error(`no wire for ${format.provider}`)
  const { model, effort } = format
  const run = await runScript({
    ...{ wire: { ...wire, model }, url: provider.origin },
    ...(effort !== undefined && { effort }),
  })
  return { ...run, faults: provider.requests.flatMap(({ faults }) => faults), asked: [...provider.requests] }
}

/** An answer as these bytes, in place of one that a wire format writes. */
export const raw = (...frames: readonly string[]): Turn => ({
  kind: 'garbage',
  type: 'text/event-stream',
  body: frames.join(''),
})

/** Cases with the provider in their titles. */
export const titled = <T extends readonly unknown[]>(
  cases: readonly (readonly [string, WireFormat, ...T])[],
) => cases.map(([title, format, ...rest]) => [`${format.provider}: ${title}`, format, ...rest] as const)

export const refuse = (message: string, status = 400): Turn => ({ kind: 'failure', status, message })

export type Block =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'redacted_thinking'; readonly data: string }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'tool_use'; readonly id: string; readonly name: string; readonly input: object | string }

const USAGE = { input_tokens: 100, output_tokens: 10 }

/** Anthropic's stream of these blocks. */
export const anthropicStream = (...blocks: readonly Block[]): string[] => [
  event('message_start', {
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: USAGE },
  }),
  ...blocks.flatMap((block, index) => blockFrames(block, index)),
  event('message_delta', {
    delta: { stop_reason: blocks.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn' },
    usage: USAGE,
  }),
  event('message_stop', {}),
]

export function blockFrames(block: Block, index: number): string[] {
  const frames = (start: object, ...deltas: readonly object[]) => [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
  switch (block.type) {
    case 'thinking':
      return frames(
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: block.thinking },
        { type: 'signature_delta', signature: block.signature },
      )
    case 'redacted_thinking':
      return frames(block)
    case 'text':
      return frames({ type: 'text', text: '' }, { type: 'text_delta', text: block.text })
    case 'tool_use': {
      const partial_json = typeof block.input === 'string' ? block.input : JSON.stringify(block.input)
      return frames({ ...block, input: {} }, { type: 'input_json_delta', partial_json })
    }
  }
}

/** One chunk of a chat completion. */
export const chatChunk = (delta: object, finish_reason: string | null = null): string =>
  data({ id: 'c', object: 'chat.completion.chunk', choices: [{ index: 0, delta, finish_reason }] })

export const chatCall = (id: string, name: string, input: object | string, index = 0) => ({
  index,
  id,
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
})

/** A stream of the chat protocol, up to its end. */
export const chatStream = (...deltas: readonly object[]): string[] => [
  ...deltas.map((delta) => chatChunk(delta)),
  chatChunk({}, deltas.some((delta) => 'tool_calls' in delta) ? 'tool_calls' : 'stop'),
  'data: [DONE]\n\n',
]

/** Gemini's stream of these parts. */
export const geminiStream = (...parts: readonly object[]): string[] => [
  ...parts.map((part) => data({ candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }] })),
  data({
    candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 100, candidatesTokenCount: 10, totalTokenCount: 110 },
  }),
]

/** OpenAI's stream of these items of an answer. */
export const responsesStream = (...items: readonly object[]): string[] => [
  event('response.created', { response: { id: 'resp_1', created_at: 1, model: 'm' } }),
  ...items.flatMap((item, output_index) => [
    event('response.output_item.added', { output_index, item }),
    event('response.output_item.done', { output_index, item }),
  ]),
  event('response.completed', {
    response: { id: 'resp_1', status: 'completed', incomplete_details: null, usage: USAGE },
  }),
]
