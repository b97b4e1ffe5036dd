import { request as ask, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { type FixtureOpts, type FixtureResponse, LLMock } from '@copilotkit/aimock'

export interface Turn {
  readonly answer: FixtureResponse
  readonly how?: FixtureOpts
}

/**
 * A model server with a script: the n-th request gets the n-th turn. Before it stands a small proxy that keeps each
 * request as it came over the wire, which the server itself does not.
 */
export async function startModelServer(turns: readonly Turn[], forever?: Turn) {
  const bodies: string[] = []
  const model = new LLMock({ port: 0, logLevel: 'silent' })
  turns.forEach(({ answer, how }, index) => {
    model.on({ predicate: () => bodies.length === index + 1 }, complete(answer), how)
  })
  if (forever !== undefined) model.on({ predicate: () => true }, complete(forever.answer), forever.how)
  await model.start()

  const proxy = createServer(async (incoming, outgoing) => {
    const body = await text(incoming)
    bodies.push(body)
    const { method, headers, url = '/' } = incoming
    const forward = ask(new URL(url, model.url), { method: method ?? 'POST', headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      pipeline(answer, outgoing).catch(() => outgoing.destroy())
    })
    forward.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forward.destroy())
    forward.end(body)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const { port } = proxy.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** The raw bodies of the requests so far. */
    bodies,
    async [Symbol.asyncDispose]() {
      proxy.closeAllConnections()
      proxy.close()
      await model.stop()
    },
  }
}

// The server counts no tokens by itself, and each provider has its own words for them.
const USAGE = {
  ...{ prompt_tokens: 1000, completion_tokens: 100 },
  ...{ input_tokens: 1000, output_tokens: 100 },
  ...{ promptTokenCount: 1000, candidatesTokenCount: 100 },
}

// Gemini's real finish reason for tool calls is STOP; by default the server makes up its own word.
function complete(answer: FixtureResponse): FixtureResponse {
  if ('toolCalls' in answer) return { finishReason: 'tool_calls', usage: USAGE, ...answer }
  return 'content' in answer ? { usage: USAGE, ...answer } : answer
}
