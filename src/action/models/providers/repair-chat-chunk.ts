import { z } from 'zod'

/** The protocol wants the text of a JSON object; some servers send the object. */
const asText = (input: unknown): unknown =>
  typeof input === 'object' && input !== null ? JSON.stringify(input) : input

const Call = z.looseObject({
  function: z.looseObject({ arguments: z.unknown().optional().transform(asText) }).optional(),
})
const Words = z.looseObject({ tool_calls: z.array(Call).nullish() })
const Chunk = z.looseObject({ choices: z.array(z.looseObject({ delta: Words.nullish() })) })
const Whole = z.looseObject({
  choices: z.tuple([z.looseObject({ message: Words, finish_reason: z.string().nullish() })], z.unknown()),
})
const Failed = z.object({ error: z.union([z.looseObject({}), z.string()]) })

const event = (body: object): string => `data: ${JSON.stringify(body)}\n\n`

/** One line of an event stream, with the input of each call as a text. Pure. */
export function repairChatChunk(line: string): string {
  const json = /^data:\s*(\{.*"arguments"\s*:\s*\{.*)$/s.exec(line)?.[1]
  if (json === undefined) return line
  const chunk = Chunk.safeParse(parseOrNull(json))
  return chunk.success ? `data: ${JSON.stringify(chunk.data)}` : line
}

/** An answer in one piece where a stream was asked for, as the stream it should have been; what else it may be stays. Pure. */
export function streamWhole(text: string): string {
  const body = parseOrNull(text)
  const whole = Whole.safeParse(body)
  if (whole.success) {
    const [{ message, finish_reason }] = whole.data.choices
    const tool_calls = message.tool_calls?.map((call, index) => ({ ...call, index }))
    const delta = { ...message, ...(tool_calls && { tool_calls }) }
    const choice = { index: 0, delta, finish_reason: finish_reason ?? 'stop' }
    return `${event({ ...whole.data, choices: [choice] })}data: [DONE]\n\n`
  }
  const failed = Failed.safeParse(body)
  if (!failed.success) return text
  const { error } = failed.data
  return event({ error: typeof error === 'string' ? { message: error } : error })
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // It is no answer, then, and whoever reads it says so.
    return null
  }
}
