import { repairChatChunk, toStream } from './repair-chat-chunk.ts'

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
  let rest = ''
  let isJson: boolean | null = null
  return new TransformStream({
    transform(chunk, controller) {
      rest += chunk
      isJson ??= rest.trim() === '' ? null : rest.trimStart().startsWith('{')
      if (isJson !== false) return
      const end = rest.lastIndexOf('\n') + 1
      if (end === 0) return
      controller.enqueue(rest.slice(0, end).split('\n').map(repairChatChunk).join('\n'))
      rest = rest.slice(end)
    },
    flush(controller) {
      controller.enqueue(isJson === true ? toStream(rest) : repairChatChunk(rest))
    },
  })
}
