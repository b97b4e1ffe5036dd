import { z } from 'zod'
import { shapeFaults } from './find-faults.ts'
import {
  data,
  firstHalf,
  inPieces,
  inputText,
  isObjectText,
  joinNeighbours,
  type ReadRequest,
  type Said,
  type WireFormat,
} from './wire-format.ts'

const Name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const ToolCall = z.strictObject({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.strictObject({
    name: Name,
    // Templates of many open models read it as an object.
    arguments: z.string().refine(isObjectText, { error: 'is not the JSON of an object' }),
  }),
})
const Message = z.discriminatedUnion('role', [
  z.strictObject({ role: z.literal('system'), content: z.string().min(1) }),
  z.strictObject({ role: z.literal('user'), content: z.string().min(1) }),
  z
    .strictObject({
      role: z.literal('assistant'),
      content: z.string().nullish(),
      tool_calls: z.array(ToolCall).min(1).optional(),
    })
    .refine(({ content, tool_calls }) => Boolean(content) || tool_calls !== undefined, {
      error: 'says nothing and calls nothing',
    }),
  z.strictObject({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: z.string() }),
])
const Tool = z.strictObject({
  type: z.literal('function'),
  function: z.strictObject({
    name: Name,
    description: z.string().min(1),
    parameters: z.looseObject({ type: z.literal('object'), $schema: z.never().optional() }),
    strict: z.literal(false).optional(),
  }),
})
const Request = z.strictObject({
  model: z.string().min(1),
  messages: z.array(Message).min(2),
  stream: z.literal(true),
  // Without it no tokens are counted.
  stream_options: z.strictObject({ include_usage: z.literal(true) }),
  tools: z.array(Tool).min(1),
  tool_choice: z
    .union([
      z.enum(['auto', 'required']),
      z.strictObject({ type: z.literal('function'), function: z.strictObject({ name: Name }) }),
    ])
    .optional(),
  max_tokens: z.int().min(1).optional(),
})
type Message = z.infer<typeof Message>

/** https://platform.openai.com/docs/api-reference/chat-streaming, as servers of open models speak it. */
export const chatCompletions: WireFormat = {
  provider: 'openai-compatible',
  model: 'openai-compatible/llama',
  environment: (origin, key) => ({
    OPENAI_COMPATIBLE_API_KEY: key,
    OPENAI_COMPATIBLE_BASE_URL: `${origin}/v1`,
  }),
  authorization: (key) => ['authorization', `Bearer ${key}`],
  path: '/v1/chat/completions',
  frames({ say, calls = [], end = 'done' }, turn, { input, cached, output }) {
    const base = {
      id: `chatcmpl-${turn}`,
      object: 'chat.completion.chunk',
      created: 1_700_000_000,
      model: 'llama',
    }
    const chunk = (delta: object, finish_reason: string | null = null) =>
      data({ ...base, choices: [{ index: 0, delta, logprobs: null, finish_reason }] })
    const toolCalls = calls.flatMap((call, index) => {
      const isCut = end === 'length' && index === calls.length - 1
      const text = isCut ? firstHalf(inputText(call)) : inputText(call)
      const start = { index, id: `call_${turn}_${index}`, type: 'function' }
      return [
        chunk({ tool_calls: [{ ...start, function: { name: call.name, arguments: '' } }] }),
        ...inPieces(text).map((piece) => chunk({ tool_calls: [{ index, function: { arguments: piece } }] })),
      ]
    })
    const FINISH = {
      done: calls.length > 0 ? 'tool_calls' : 'stop',
      length: 'length',
      refused: 'content_filter',
    }
    const usage = {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    }
    return [
      chunk({ role: 'assistant', content: '' }),
      ...inPieces(say ?? '').map((content) => chunk({ content })),
      ...toolCalls,
      chunk({}, FINISH[end]),
      data({ ...base, choices: [], usage }),
      'data: [DONE]\n\n',
    ]
  },
  errorFrame: (message) => data({ error: { message, type: 'server_error', param: null, code: 500 } }),
  failure: (status, message) => ({
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: null,
    },
  }),
  read(body) {
    const parsed = Request.safeParse(body)
    if (!parsed.success) return { said: [], tools: [], forced: null, faults: shapeFaults(parsed.error) }
    const { messages, tools, tool_choice } = parsed.data
    return {
      said: joinNeighbours(messages.flatMap(saidIn), ['tools']),
      tools: tools.map((tool) => tool.function.name),
      forced: typeof tool_choice === 'object' ? tool_choice.function.name : null,
      faults: orderFaults(messages),
    } satisfies ReadRequest
  },
}

function saidIn(message: Message): Said[] {
  switch (message.role) {
    case 'system':
      return []
    case 'user':
      return [{ by: 'user' }]
    case 'assistant':
      return [{ by: 'model', calls: message.tool_calls?.map(({ id }) => id) ?? [] }]
    case 'tool':
      return [{ by: 'tools', results: [message.tool_call_id] }]
  }
}

/** The templates of many open models stop at two words of the user in a row. */
const orderFaults = (messages: readonly Message[]): string[] =>
  messages.flatMap((message, index) => {
    const before = messages[index - 1]?.role
    return [
      ...(message.role === 'user' && before === 'user'
        ? [`messages.${index}: the user speaks twice in a row`]
        : []),
      ...((message.role === 'system') !== (index === 0)
        ? [`messages.${index}: the system prompt is not the first`]
        : []),
    ]
  })
