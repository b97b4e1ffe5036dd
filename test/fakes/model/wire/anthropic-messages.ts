import { z } from 'zod'
import { shapeFaults } from './find-faults.ts'
import {
  event,
  firstHalf,
  inPieces,
  inputText,
  type ReadRequest,
  type Said,
  type ScriptedAnswer,
  type WireFormat,
} from './wire-format.ts'

const Name = z.string().regex(/^[a-zA-Z0-9_-]{1,128}$/)
const Id = z.string().regex(/^[a-zA-Z0-9_-]+$/)
const cache_control = z
  .strictObject({ type: z.literal('ephemeral'), ttl: z.enum(['5m', '1h']).optional() })
  .optional()
const Text = z.strictObject({ type: z.literal('text'), text: z.string().regex(/\S/), cache_control })
const ToolUse = z.strictObject({
  type: z.literal('tool_use'),
  id: Id,
  name: Name,
  input: z.record(z.string(), z.unknown()),
  cache_control,
})
const ToolResult = z.strictObject({
  type: z.literal('tool_result'),
  tool_use_id: Id,
  content: z.union([z.string(), z.array(Text)]).optional(),
  is_error: z.boolean().optional(),
  cache_control,
})
const Image = z.strictObject({
  type: z.literal('image'),
  source: z.strictObject({
    type: z.literal('base64'),
    media_type: z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']),
    data: z.base64().min(1),
  }),
  cache_control,
})
const Message = z.discriminatedUnion('role', [
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [ToolResult, Text, Image])).min(1),
  }),
  z.strictObject({
    role: z.literal('assistant'),
    content: z.array(z.discriminatedUnion('type', [Text, ToolUse])).min(1),
  }),
])
const Tool = z.strictObject({
  name: Name,
  description: z.string().min(1),
  input_schema: z.looseObject({ type: z.literal('object'), $schema: z.never().optional() }),
  cache_control,
  strict: z.boolean().optional(),
  eager_input_streaming: z.boolean().optional(),
})
const Request = z.strictObject({
  model: z.string().min(1),
  max_tokens: z.int().min(1),
  stream: z.literal(true),
  system: z.array(Text).min(1),
  messages: z.array(Message).min(1),
  tools: z.array(Tool).min(1),
  tool_choice: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('auto'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({ type: z.literal('any'), disable_parallel_tool_use: z.boolean().optional() }),
      z.strictObject({
        type: z.literal('tool'),
        name: Name,
        disable_parallel_tool_use: z.boolean().optional(),
      }),
    ])
    .optional(),
})
type Request = z.infer<typeof Request>

const MAX_BREAKPOINTS = 4

/** https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicMessages: WireFormat = {
  provider: 'anthropic',
  model: 'anthropic/claude-sonnet-4-5',
  environment: (origin, key) => ({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: `${origin}/v1` }),
  authorization: (key) => ['x-api-key', key],
  path: '/v1/messages',
  frames(answer, turn, { input, cached, output }) {
    const written = 100
    const usage = {
      input_tokens: input - cached - written,
      cache_creation_input_tokens: written,
      cache_read_input_tokens: cached,
      output_tokens: 1,
    }
    const message = { id: `msg_${turn}`, type: 'message', role: 'assistant', model: 'claude-sonnet-4-5' }
    const STOP = { done: answer.calls ? 'tool_use' : 'end_turn', length: 'max_tokens', refused: 'refusal' }
    return [
      event('message_start', {
        message: { ...message, content: [], stop_reason: null, stop_sequence: null, usage },
      }),
      event('ping', {}),
      ...blocksOf(answer, turn),
      event('message_delta', {
        delta: { stop_reason: STOP[answer.end ?? 'done'], stop_sequence: null },
        usage: { output_tokens: output },
      }),
      event('message_stop', {}),
    ]
  },
  errorFrame: (message) => event('error', { error: { type: 'overloaded_error', message } }),
  failure: (status, message) => ({
    type: 'error',
    error: { type: status === 529 ? 'overloaded_error' : 'invalid_request_error', message },
    request_id: 'req_1',
  }),
  read(body) {
    const parsed = Request.safeParse(body)
    if (!parsed.success) return { said: [], tools: [], forced: null, faults: shapeFaults(parsed.error) }
    const { messages, tools, tool_choice } = parsed.data
    return {
      said: messages.flatMap(saidIn),
      tools: tools.map(({ name }) => name),
      forced: tool_choice?.type === 'tool' ? tool_choice.name : null,
      faults: [...orderFaults(parsed.data), ...cacheFaults(parsed.data)],
    } satisfies ReadRequest
  },
}

function blocksOf({ say, calls = [], end }: ScriptedAnswer, turn: number): string[] {
  const texts = say === undefined ? [] : [say]
  const block = (index: number, start: object, deltas: readonly object[]) => [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ]
  return [
    ...texts.flatMap((text, index) => {
      const deltas = inPieces(text).map((piece) => ({ type: 'text_delta', text: piece }))
      return block(index, { type: 'text', text: '' }, deltas)
    }),
    ...calls.flatMap((call, index) => {
      const isCut = end === 'length' && index === calls.length - 1
      const text = isCut ? firstHalf(inputText(call)) : inputText(call)
      const deltas = ['', ...inPieces(text)].map((partial_json) => ({
        type: 'input_json_delta',
        partial_json,
      }))
      const start = { type: 'tool_use', id: `toolu_${turn}_${index}`, name: call.name, input: {} }
      return block(texts.length + index, start, deltas)
    }),
  ]
}

function saidIn(message: Request['messages'][number]): Said[] {
  if (message.role === 'assistant') {
    return [
      { by: 'model', calls: message.content.flatMap((block) => (block.type === 'tool_use' ? block.id : [])) },
    ]
  }
  const results = message.content.flatMap((block) => (block.type === 'tool_result' ? block.tool_use_id : []))
  const hasText = message.content.some(({ type }) => type === 'text')
  return [
    ...(results.length > 0 ? [{ by: 'tools' as const, results }] : []),
    ...(hasText ? [{ by: 'user' as const }] : []),
  ]
}

const orderFaults = ({ messages }: Request): string[] =>
  messages.flatMap((message, index) => {
    const types = message.content.map(({ type }) => type)
    return [
      ...(messages[index - 1]?.role === message.role
        ? [`messages.${index}: the roles do not alternate`]
        : []),
      ...(types.lastIndexOf('tool_result') > types.indexOf('text') && types.includes('text')
        ? [`messages.${index}: a tool result comes after text`]
        : []),
    ]
  })

function cacheFaults(request: Request): string[] {
  const marks = JSON.stringify(request).match(/"cache_control":\{/g)?.length ?? 0
  return [
    ...(marks > MAX_BREAKPOINTS ? [`${marks} cache breakpoints`] : []),
    ...(request.system.at(-1)?.cache_control ? [] : ['the system prompt is not marked for the cache']),
    ...(request.messages.at(-1)?.content.at(-1)?.cache_control
      ? []
      : ['the last message is not marked for the cache']),
  ]
}
