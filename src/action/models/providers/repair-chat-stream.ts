import { z } from 'zod'

// Egress: asks the model, with what was redacted for it.

type Fetch = typeof globalThis.fetch

/** `fetch` for servers of the chat protocol that deviate from it in ways that can be repaired. */
export const repairChatStream =
  (fetch: Fetch): Fetch =>
  async (...args) => {
    const response = await fetch(...args)
    if (!response.ok || response.body === null) return response
    const { status, statusText, headers } = response
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(repair())
      .pipeThrough(new TextEncoderStream())
    return new Response(body, { status, statusText, headers })
  }

/** Line by line, as they arrive. A body that begins like a JSON object is no event stream, whatever its headers say. */
function repair(): TransformStream<string, string> {
  /** What is blank, or the beginning of a line: only what follows it is looked at. */
  let rest = ''
  let isJson: boolean | null = null
  return new TransformStream({
    transform(chunk, controller) {
      isJson ??= chunk.trim() === '' ? null : chunk.trimStart().startsWith('{')
      const end = isJson === false ? chunk.lastIndexOf('\n') + 1 : 0
      if (end > 0) controller.enqueue(repairLines(rest + chunk.slice(0, end)))
      rest = (end > 0 ? '' : rest) + chunk.slice(end)
    },
    flush(controller) {
      controller.enqueue(isJson === true ? toStream(rest) : repairLines(rest))
    },
  })
}

const repairLines = (text: string): string => text.split('\n').map(repairChatChunk).join('\n')

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
function repairChatChunk(line: string): string {
  const json = /^data:\s*(\{.*"arguments"\s*:\s*\{.*)$/s.exec(line)?.[1]
  if (json === undefined) return line
  const chunk = Chunk.safeParse(parseOrNull(json))
  return chunk.success ? `data: ${JSON.stringify(chunk.data)}` : line
}

/** Turns a complete answer into the stream that was requested. Any other text stays as it is. Pure. */
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
    // The caller leaves it as it is.
    return null
  }
}
