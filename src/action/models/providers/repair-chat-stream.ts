import { repairChatChunk, toStream } from './repair-chat-chunk.ts'

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
