import { z } from 'zod'
import { shapeFaults } from './find-faults.ts'
import {
  event,
  firstHalf,
  inPieces,
  inputText,
  isObjectText,
  joinNeighbours,
  type ReadRequest,
  type Said,
  type ScriptedAnswer,
  type WireFormat,
} from './wire-format.ts'

const Name = z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/)
const InputText = z.strictObject({ type: z.literal('input_text'), text: z.string().min(1) })
const InputImage = z.strictObject({
  type: z.literal('input_image'),
  image_url: z.string().regex(/^data:image\/(png|jpeg|gif|webp);base64,[\w+/]+=*$/),
})
const InputItem = z.union([
  z.strictObject({ role: z.enum(['system', 'developer']), content: z.string().min(1) }),
  z.strictObject({
    role: z.literal('user'),
    content: z.array(z.discriminatedUnion('type', [InputText, InputImage])).min(1),
  }),
  z.strictObject({
    type: z.literal('message').optional(),
    role: z.literal('assistant'),
    id: z.string().optional(),
    content: z.union([
      z.string().min(1),
      z.array(z.strictObject({ type: z.literal('output_text'), text: z.string().min(1) })).min(1),
    ]),
  }),
  // Without storage nothing can be referred to by its id: what the model thought has to come along, sealed.
  z.strictObject({
    type: z.literal('reasoning'),
    id: z.string().optional(),
    encrypted_content: z.string().min(1),
    summary: z.array(z.unknown()),
  }),
  z.strictObject({
    type: z.literal('function_call'),
    id: z.string().optional(),
    call_id: z.string().min(1),
    name: Name,
    arguments: z.string().refine(isObjectText, { error: 'is not the JSON of an object' }),
  }),
  z.strictObject({ type: z.literal('function_call_output'), call_id: z.string().min(1), output: z.string() }),
])
const Tool = z.strictObject({
  type: z.literal('function'),
  name: Name,
  description: z.string().min(1),
  parameters: z.looseObject({ type: z.literal('object'), $schema: z.never().optional() }),
  strict: z.literal(false).optional(),
})
const Request = z.strictObject({
  model: z.string().min(1),
  input: z.array(InputItem).min(1),
  stream: z.literal(true),
  // Stored, the conversation would lie at the provider for thirty days.
  store: z.literal(false),
  include: z.array(z.string()).refine((list) => list.includes('reasoning.encrypted_content'), {
    error: 'does not ask for the sealed reasoning',
  }),
  tools: z.array(Tool).min(1),
  tool_choice: z
    .union([z.enum(['auto', 'required']), z.strictObject({ type: z.literal('function'), name: Name })])
    .optional(),
  parallel_tool_calls: z.boolean().optional(),
  // Sends runs that begin alike to where the beginning is cached.
  prompt_cache_key: z.string().min(1).max(64),
  max_output_tokens: z.int().min(16).optional(),
})
type Request = z.infer<typeof Request>

/** https://platform.openai.com/docs/api-reference/responses-streaming */
export const openaiResponses: WireFormat = {
  provider: 'openai',
  model: 'openai/gpt-5.1',
  environment: (origin, key) => ({ OPENAI_API_KEY: key, OPENAI_BASE_URL: `${origin}/v1` }),
  authorization: (key) => ['authorization', `Bearer ${key}`],
  path: '/v1/responses',
  frames(answer, turn, { input, cached, output }) {
    const response = { id: `resp_${turn}`, object: 'response', created_at: 1_700_000_000, model: 'gpt-5.1' }
    const usage = {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: output,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + output,
    }
    const isCut = answer.end === 'length'
    const end = isCut
      ? { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, usage }
      : { status: 'completed', incomplete_details: null, usage }
    return [
      event('response.created', { response: { ...response, status: 'in_progress' } }),
      event('response.in_progress', { response: { ...response, status: 'in_progress' } }),
      ...itemsOf(answer, turn),
      event(isCut ? 'response.incomplete' : 'response.completed', { response: { ...response, ...end } }),
    ]
  },
  errorFrame: (message) => event('error', { sequence_number: 9, code: 'server_error', message, param: null }),
  failure: (status, message) => ({
    error: {
      message,
      type: status >= 500 ? 'server_error' : 'invalid_request_error',
      param: null,
      code: status === 401 ? 'invalid_api_key' : null,
    },
  }),
  read(body) {
    const parsed = Request.safeParse(body)
    if (!parsed.success) return { said: [], tools: [], forced: null, faults: shapeFaults(parsed.error) }
    const { input, tools, tool_choice } = parsed.data
    return {
      said: joinNeighbours(input.flatMap(saidIn), ['model', 'tools']),
      tools: tools.map(({ name }) => name),
      forced: typeof tool_choice === 'object' ? tool_choice.name : null,
      faults: reasoningFaults(input),
    } satisfies ReadRequest
  },
}

type Item = (output_index: number) => string[]

function itemsOf({ say, calls = [], end }: ScriptedAnswer, turn: number): string[] {
  const text = say === undefined ? [] : [end === 'refused' ? refusal(say, turn) : message(say, turn)]
  const items: Item[] = [
    reasoning(turn),
    ...text,
    ...calls.map((call, index) => {
      const isCut = end === 'length' && index === calls.length - 1
      const input = isCut ? firstHalf(inputText(call)) : inputText(call)
      return functionCall({ name: call.name, input, isCut }, `${turn}_${index}`)
    }),
  ]
  return items.flatMap((item, output_index) => item(output_index))
}

function reasoning(turn: number): Item {
  const item = { type: 'reasoning', id: `rs_${turn}`, encrypted_content: `sealed_${turn}`, summary: [] }
  return (output_index) => [
    event('response.output_item.added', { output_index, item }),
    event('response.output_item.done', { output_index, item }),
  ]
}

function message(text: string, turn: number): Item {
  const item = { type: 'message', id: `msg_${turn}`, role: 'assistant' }
  const part = { type: 'output_text', text: '', annotations: [] }
  const whole = { ...part, text }
  return (output_index) => {
    const at = { output_index, item_id: item.id, content_index: 0 }
    const done = { ...item, status: 'completed', content: [whole] }
    return [
      event('response.output_item.added', {
        output_index,
        item: { ...item, status: 'in_progress', content: [] },
      }),
      event('response.content_part.added', { ...at, part }),
      ...inPieces(text).map((delta) => event('response.output_text.delta', { ...at, delta })),
      event('response.output_text.done', { ...at, text }),
      event('response.content_part.done', { ...at, part: whole }),
      event('response.output_item.done', { output_index, item: done }),
    ]
  }
}

function refusal(text: string, turn: number): Item {
  const item = { type: 'message', id: `msg_${turn}`, role: 'assistant' }
  return (output_index) => {
    const at = { output_index, item_id: item.id, content_index: 0 }
    const done = { ...item, status: 'completed', content: [{ type: 'refusal', refusal: text }] }
    return [
      event('response.output_item.added', {
        output_index,
        item: { ...item, status: 'in_progress', content: [] },
      }),
      ...inPieces(text).map((delta) => event('response.refusal.delta', { ...at, delta })),
      event('response.refusal.done', { ...at, refusal: text }),
      event('response.output_item.done', { output_index, item: done }),
    ]
  }
}

function functionCall(call: { name: string; input: string; isCut: boolean }, key: string): Item {
  const { name, input, isCut } = call
  const item = { type: 'function_call', id: `fc_${key}`, call_id: `call_${key}`, name }
  return (output_index) => {
    const at = { output_index, item_id: item.id }
    const done = { ...item, status: isCut ? 'incomplete' : 'completed', arguments: input }
    return [
      event('response.output_item.added', {
        output_index,
        item: { ...item, status: 'in_progress', arguments: '' },
      }),
      ...inPieces(input).map((delta) => event('response.function_call_arguments.delta', { ...at, delta })),
      event('response.function_call_arguments.done', { ...at, arguments: input }),
      event('response.output_item.done', { output_index, item: done }),
    ]
  }
}

function saidIn(item: Request['input'][number]): Said[] {
  if ('role' in item) {
    if (item.role === 'assistant') return [{ by: 'model', calls: [] }]
    return item.role === 'user' ? [{ by: 'user' }] : []
  }
  switch (item.type) {
    case 'reasoning':
      return [{ by: 'model', calls: [] }]
    case 'function_call':
      return [{ by: 'model', calls: [item.call_id] }]
    case 'function_call_output':
      return [{ by: 'tools', results: [item.call_id] }]
  }
}

/** A reasoning model refuses its own call back without the reasoning that led to it. */
const reasoningFaults = (input: Request['input']): string[] =>
  input.flatMap((item, index) => {
    if (!('type' in item) || item.type !== 'function_call') return []
    const turn = /^call_(\d+)_/.exec(item.call_id)?.[1]
    // A call of another model has none.
    if (turn === undefined) return []
    const isThere = input
      .slice(0, index)
      .some(
        (earlier) =>
          'type' in earlier && earlier.type === 'reasoning' && earlier.encrypted_content === `sealed_${turn}`,
      )
    return isThere ? [] : [`input.${index}: the reasoning before the call ${item.call_id} is missing`]
  })
