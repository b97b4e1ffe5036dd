import { repairChatChunk, streamWhole } from './repair-chat-chunk.ts'

type Fetch = typeof globalThis.fetch

/** `fetch` for servers of the chat protocol, of which some do not keep to it where it can be understood all the same. */
export const repairChatStream =
  (fetch: Fetch): Fetch =>
  async (...request) => {
    const response = await fetch(...request)
    if (!response.ok || response.body === null) return response
    const { status, statusText, headers } = response
    const body = response.body
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(mended())
      .pipeThrough(new TextEncoderStream())
    return new Response(body, { status, statusText, headers })
  }

/** Line by line, as they come. What begins like a JSON object is no event stream, whatever its headers say. */
function mended(): TransformStream<string, string> {
  let rest = ''
  let isWhole: boolean | null = null
  return new TransformStream({
    transform(piece, controller) {
      rest += piece
      isWhole ??= rest.trim() === '' ? null : rest.trimStart().startsWith('{')
      if (isWhole !== false) return
      const end = rest.lastIndexOf('\n') + 1
      if (end === 0) return
      controller.enqueue(rest.slice(0, end).split('\n').map(repairChatChunk).join('\n'))
      rest = rest.slice(end)
    },
    flush(controller) {
      controller.enqueue(isWhole === true ? streamWhole(rest) : repairChatChunk(rest))
    },
  })
}
