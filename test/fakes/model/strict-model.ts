import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Block = Readonly<Record<string, unknown>> & { readonly type: string }
interface Message {
  readonly role: string
  readonly content: readonly Block[]
}

export type StrictAnswer =
  | { readonly tool: string; readonly input: Readonly<Record<string, unknown>> }
  | { readonly text: string }

/** As wrong as code and JSON in English may make the guess of a tokenizer. */
const CHARACTERS_PER_TOKEN = 3.3

/**
 * A server of Anthropic's wire format that takes in so many tokens and no more, refuses what does not pair each call
 * with one result, and answers as `decide` says. It counts what it is sent.
 */
export async function startStrictModel(
  mostTokens: number,
  decide: (ask: {
    readonly count: number
    readonly lastText: string
    readonly forced: boolean
  }) => StrictAnswer,
) {
  const seen = { bodies: [] as string[], refused: 0, largest: 0, answered: 0 }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    seen.bodies.push(body)
    const tokens = Math.ceil(body.length / CHARACTERS_PER_TOKEN)
    const parsed = JSON.parse(body) as { messages: Message[]; tool_choice?: { type: string } }
    const fault = findFault(parsed.messages)
    if (fault !== null) return refuse(response, fault)
    if (tokens > mostTokens) {
      seen.refused += 1
      return refuse(response, `prompt is too long: ${tokens} tokens > ${mostTokens} maximum`)
    }
    seen.largest = Math.max(seen.largest, tokens)
    const last = parsed.messages.at(-1)?.content.at(-1)
    const lastText = last?.type === 'text' ? String(last.text) : ''
    const forced = parsed.tool_choice?.type === 'tool'
    const answer = decide({ count: seen.answered, lastText, forced })
    seen.answered += 1
    stream(response, answer, { tokens, id: seen.answered })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}

function findFault(messages: readonly Message[]): string | null {
  for (const [index, { role, content }] of messages.entries()) {
    if (role !== (index % 2 === 0 ? 'user' : 'assistant')) return `messages.${index}: roles do not alternate`
    const asked = content.filter(({ type }) => type === 'tool_use').map(({ id }) => id)
    const results = messages[index + 1]?.content.filter(({ type }) => type === 'tool_result') ?? []
    const answered = results.map((block) => block.tool_use_id)
    if (role === 'assistant' && JSON.stringify(asked) !== JSON.stringify(answered)) {
      return `messages.${index}: calls ${asked.join()} have the results ${answered.join()}`
    }
  }
  return null
}

function refuse(response: ServerResponse, message: string): void {
  response.writeHead(400, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }))
}

function stream(
  response: ServerResponse,
  answer: StrictAnswer,
  { tokens, id }: { readonly tokens: number; readonly id: number },
): void {
  const isCall = 'tool' in answer
  const block = isCall
    ? { type: 'tool_use', id: `toolu_${id}`, name: answer.tool, input: {} }
    : { type: 'text', text: '' }
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(answer.input) }
    : { type: 'text_delta', text: answer.text }
  const usage = { input_tokens: tokens, output_tokens: 50 }
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model: 'm', content: [], usage }
  const events = [
    { type: 'message_start', message },
    { type: 'content_block_start', index: 0, content_block: block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isCall ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ]
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''))
}
