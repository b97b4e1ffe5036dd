import { z } from 'zod'

/** The protocol requires JSON text; some servers send the object itself. */
const asText = (input: unknown): unknown =>
  typeof input === 'object' && input !== null ? JSON.stringify(input) : input

const Call = z.looseObject({
  function: z.looseObject({ arguments: z.unknown().optional().transform(asText) }).optional(),
})
const Message = z.looseObject({ tool_calls: z.array(Call).nullish() })
const Chunk = z.looseObject({ choices: z.array(z.looseObject({ delta: Message.nullish() })) })
const Completion = z.looseObject({
  choices: z.tuple([z.looseObject({ message: Message, finish_reason: z.string().nullish() })], z.unknown()),
})
const Failure = z.object({ error: z.union([z.looseObject({}), z.string()]) })

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`

/** One line of an event stream, with the input of each call as text. Pure. */
export function repairChatChunk(line: string): string {
  const json = /^data:\s*(\{.*"arguments"\s*:\s*\{.*)$/s.exec(line)?.[1]
  if (json === undefined) return line
  const chunk = Chunk.safeParse(parseOrNull(json))
  return chunk.success ? `data: ${JSON.stringify(chunk.data)}` : line
}

/** Turns a complete answer into the stream that was requested. Any other text stays as it is. Pure. */
export function toStream(text: string): string {
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
    // The caller leaves it as it is.
    return null
  }
}
