import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { type Chunk, isRecord, repairUsage, type StreamRepair } from './repair-stream.ts'

/** The protocol requires JSON text; some servers send the object itself. */
const asText = (input: unknown): unknown =>
  typeof input === 'object' && input !== null ? JSON.stringify(input) : input

const Call = z.looseObject({
  function: z.looseObject({ arguments: z.unknown().optional().transform(asText) }).optional(),
})
const Message = z.looseObject({ tool_calls: z.array(Call).nullish() })
const Completion = z.looseObject({
  choices: z.tuple([z.looseObject({ message: Message, finish_reason: z.string().nullish() })], z.unknown()),
})
const Failure = z.object({ error: z.union([z.looseObject({}), z.string()]) })

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`

/** A call of this answer, as far as it has arrived. */
interface OpenCall {
  readonly id: string | null
  readonly index: unknown
  readonly name: string | null
  input: string
}

/** For servers of the chat protocol, which deviate from it in many ways. */
export function repairChatStream(): StreamRepair {
  const calls: OpenCall[] = []
  let hasEnded = false

  /** One piece of a call. The package takes a call that comes twice for two. */
  function repairCall(piece: unknown): unknown {
    if (!isRecord(piece) || !isRecord(piece.function)) return piece
    return repairPiece(withTypes(piece), piece.function)
  }

  function repairPiece(piece: Chunk, called: Chunk): Chunk {
    const { id, index } = piece
    const { name, arguments: given } = called
    const input = asText(given)
    const text = typeof input === 'string' ? input : ''
    const found = findCall({ id: textOrNull(id), index, name: textOrNull(name), input: text }, calls)
    const repaired = (rest: unknown) =>
      rest === given ? piece : { ...piece, function: { ...called, arguments: rest } }
    if (found === null) {
      calls.push({ id: textOrNull(id), index, name: textOrNull(name), input: text })
      return repaired(input)
    }
    if (text === '') return repaired(input)
    const said = found.input
    // No JSON begins with itself twice: the server sends all that it has so far.
    if (said.trimStart().startsWith('{') && text.startsWith(said)) {
      found.input = text
      return repaired(text.slice(said.length))
    }
    if (isSameObject(said, text)) return repaired('')
    found.input += text
    return repaired(input)
  }

  function repairChoice(choice: unknown): unknown {
    if (!isRecord(choice)) return choice
    if (typeof choice.finish_reason === 'string' && choice.finish_reason !== '') hasEnded = true
    const { delta } = choice
    if (!isRecord(delta)) return choice
    const { role, ...rest } = delta
    const kept = role === 'assistant' || role === undefined ? delta : rest
    if (!Array.isArray(delta.tool_calls)) return kept === delta ? choice : { ...choice, delta: kept }
    return { ...choice, delta: { ...kept, tool_calls: delta.tool_calls.map(repairCall) } }
  }

  return {
    repairChunk({ error, ...chunk }) {
      if (isRecord(error)) return { error, ...chunk }
      if (typeof error === 'string') return { error: { message: error } }
      const choices = Array.isArray(chunk.choices) ? chunk.choices.map(repairChoice) : []
      return { ...chunk, choices, ...('usage' in chunk && { usage: repairUsage(chunk.usage) }) }
    },
    comment: { choices: [] },
    // Without a reason for its end, a text may be cut anywhere. Calls that can be read are complete.
    completeAtEnd: (isMarked) =>
      !isMarked || hasEnded || calls.length === 0 || !calls.every(({ input }) => isRecord(parseOrNull(input)))
        ? null
        : { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] },
    toStream,
  }
}

/** A piece with an id that is a text and an index that is a number. */
function withTypes(piece: Chunk): Chunk {
  const { id, index } = piece
  const isDigits = typeof index === 'string' && /^\d{1,4}$/.test(index)
  if (typeof id !== 'number' && !isDigits) return piece
  return {
    ...piece,
    ...(typeof id === 'number' && { id: String(id) }),
    ...(isDigits && { index: Number(index) }),
  }
}

const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null

/** The call that this is a piece of; `null`: a new one begins. */
function findCall({ id, index, name, input }: OpenCall, calls: readonly OpenCall[]): OpenCall | null {
  const isNamed = (call: OpenCall) => name === null || call.name === name
  if (id !== null) {
    const same = calls.findLast((call) => call.id === id && isNamed(call) && isAt(call, index))
    if (same !== undefined) return mayContinue(same, name, input) ? same : null
    if (input.trimStart().startsWith('{')) return null
  }
  if (index === undefined || index === null) return name === null ? (calls.at(-1) ?? null) : null
  const there = calls.findLast((call) => call.index === index && isNamed(call))
  return there !== undefined && mayContinue(there, name, input) ? there : null
}

const isAt = (call: OpenCall, index: unknown): boolean =>
  call.index === index || index === undefined || index === null

/** A named piece that begins like an input, after one that is complete, is another call, unless it says the same. */
function mayContinue(call: OpenCall, name: string | null, input: string): boolean {
  if (name === null || !input.trimStart().startsWith('{') || !isRecord(parseOrNull(call.input))) return true
  return input.startsWith(call.input) || isSameObject(call.input, input)
}

/** Servers that write a call again at its end may write it with other white space. */
function isSameObject(one: string, other: string): boolean {
  if (![one, other].every((text) => text.trimStart().startsWith('{') && text.trimEnd().endsWith('}')))
    return false
  const [first, second] = [parseOrNull(one), parseOrNull(other)]
  return isRecord(first) && isDeepStrictEqual(first, second)
}

/** Turns a complete answer into the stream that was requested. Returns any other text unchanged. Pure. */
function toStream(text: string): string {
  const body = parseOrNull(text)
  const completion = Completion.safeParse(body)
  if (completion.success) {
    const [{ message, finish_reason }] = completion.data.choices
    const tool_calls = message.tool_calls?.map((call, index) => ({ ...call, index }))
    const delta = { ...message, ...(tool_calls && { tool_calls }) }
    const choice = { index: 0, delta, finish_reason: finish_reason ?? 'stop' }
    return `${event({ ...completion.data, choices: [choice] })}data: [DONE]\n\n`
  }
  const failure = Failure.safeParse(body)
  if (!failure.success) return text
  const { error } = failure.data
  return event({ error: typeof error === 'string' ? { message: error } : error })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The caller does not change it.
    return null
  }
}
