import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FixtureResponse, handleMessages, Journal, Logger } from '@copilotkit/aimock'
import { findRequestError } from './find-request-error.ts'
import { isRecord } from './narrow-json.ts'
import { type Answer, planAnswer } from './plan-answer.ts'
import { readConversation } from './read-conversation.ts'
import { type Exchange, openTokenEndpoints, type TokenEndpoints } from './token-endpoints.ts'
import { createWaits, type HeldWait, type Waits } from './waits.ts'

export interface ModelRequest {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Readonly<Record<string, unknown>>
}

export interface SandboxModel {
  /** Base URL of the Anthropic API, to which clients append `/messages`. */
  readonly url: string
  requests(): readonly ModelRequest[]
  /** OIDC tokens of workflows that were exchanged for access tokens. */
  exchanges(): readonly Exchange[]
  /** Holds the next wait that a prompt asks for. */
  holdWait(): HeldWait
  close(): Promise<void>
}

/**
 * Starts a model that speaks Anthropic's Messages API and acts on plain sentences. aimock writes the wire format. The
 * server is ours, because the callbacks of aimock see neither the `is_error` of a tool result nor a disconnected client.
 * `oidcIssuer`: whose tokens are accepted in place of a key; default: nobody's.
 */
export async function startSandboxModel({
  port = 0,
  oidcIssuer,
}: {
  port?: number
  oidcIssuer?: string
} = {}): Promise<SandboxModel> {
  const tokens = oidcIssuer === undefined ? null : openTokenEndpoints(oidcIssuer)
  const requests: ModelRequest[] = []
  const waits = createWaits()
  const server = createServer((request, response) => {
    serve(request, response, { requests, waits, tokens }).catch((error: unknown) => {
      if (!response.destroyed) refuse(response, 500, 'api_error', String(error))
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: bound } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound}/v1`,
    requests: () => requests,
    exchanges: () => tokens?.exchanges() ?? [],
    holdWait: waits.hold,
    close: async () => {
      if (!server.listening) return
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  {
    requests,
    waits,
    tokens,
  }: {
    readonly requests: ModelRequest[]
    readonly waits: Waits
    readonly tokens: TokenEndpoints | null
  },
): Promise<void> {
  const path = request.url?.split('?')[0] ?? ''
  if (request.method !== 'POST' || path !== '/v1/messages') {
    if (request.method === 'POST' && tokens !== null) {
      const answer = await tokens.answer({ path, headers: request.headers, body: await readBody(request) })
      if (answer !== null) {
        response.writeHead(answer.status, { 'content-type': 'application/json' })
        response.end(JSON.stringify(answer.body))
        return
      }
    }
    return refuse(response, 404, 'not_found_error', `No such endpoint: ${request.method} ${path}`)
  }
  const problem = findKeyProblem(request, tokens)
  if (problem !== null) return refuse(response, 401, 'authentication_error', problem)
  const raw = await readBody(request)
  const body = parseBody(raw)
  if (!body) return refuse(response, 400, 'invalid_request_error', 'The body is not a JSON object')
  requests.push({ path, headers: request.headers, body })
  const error = findRequestError(body)
  if (error) return refuse(response, 400, 'invalid_request_error', error)
  const answer = planAnswer(readConversation(body))
  if (!(await waits.wait(answer.waitMs, response))) return
  await write(request, response, raw, answer)
}

function findKeyProblem({ headers }: IncomingMessage, tokens: TokenEndpoints | null): string | null {
  const { authorization } = headers
  if (headers['x-api-key'])
    return authorization === undefined ? null : 'x-api-key and authorization are both set'
  if (authorization === undefined) return 'x-api-key header is required'
  if (!tokens?.accepts(authorization)) return 'invalid bearer token'
  const betas = String(headers['anthropic-beta']).split(',')
  return betas.includes('oauth-2025-04-20') ? null : 'OAuth authentication is not supported'
}

async function write(
  request: IncomingMessage,
  response: ServerResponse,
  raw: string,
  answer: Answer,
): Promise<void> {
  const fixture = { match: { predicate: () => true }, response: fixtureOf(answer, raw.length) }
  const settings = { latency: 0, chunkSize: 64, replaySpeed: 1, logger: new Logger('silent') }
  await handleMessages(request, response, raw, [fixture], new Journal(), settings, () => {})
}

/** A token is about four characters, as with real models. Nothing depends on the exact number. */
function fixtureOf(answer: Answer, inputLength: number): FixtureResponse {
  const text = answer.kind === 'call' ? JSON.stringify(answer.call.input) : answer.text
  const usage = { input_tokens: Math.ceil(inputLength / 4), output_tokens: Math.ceil(text.length / 4) + 12 }
  return answer.kind === 'call'
    ? { toolCalls: [{ name: answer.call.name, arguments: text }], usage }
    : { content: text, usage }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

function parseBody(raw: string): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(raw)
    return isRecord(body) ? body : null
  } catch {
    return null
  }
}

function refuse(response: ServerResponse, status: number, type: string, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ type: 'error', error: { type, message } }))
}
