import type { IncomingMessage } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { isObject, whyOutOfBounds } from '../../../contract/output/json-bounds.ts'
import { HttpError, methodNotAllowed } from '../shared/http-error.ts'
import { type Env, jsonBody } from '../shared/json-body.ts'
import type { OpenStreams } from '../v2/events/open-streams.ts'
import type { V2Deps } from '../v2/operation/operation.ts'
import { readQuery } from '../v2/operation/page-query.ts'
import { createTools } from './tools.ts'

const Query = z.object({ projectId: z.string().max(100).optional() })

const Message = z.record(z.string(), z.unknown(), {
  error: 'must be one JSON-RPC message; batches are not part of the protocol any more',
})

/**
 * The MCP server: streamable HTTP without sessions and without streams. Each response is JSON, or one event for clients that
 * accept only events.
 */
export function mcpRoutes(
  deps: V2Deps & {
    readonly streams: OpenStreams
    /** Aborted once the server takes no more work. */
    readonly draining: AbortSignal
    /** Returns the id of the request. */
    readonly logError: (c: Context<Env>, error: unknown) => string
  },
): Hono<Env> {
  const app = new Hono<Env>()
  const tools = createTools(deps)
  app.post('/mcp', async (c) => {
    const { incoming, outgoing } = c.env
    refuseOtherOrigins(incoming, deps.publicUrl)
    await deps.access.authenticate(incoming, 'read')
    const { projectId = null } = readQuery(c, Query)
    // A body that came in one packet with the headers is complete after this turn of the event loop.
    await nextTurn()
    const { value } = await jsonBody(incoming, Message)
    const left = new AbortController()
    outgoing.once('close', () => left.abort())
    requireSmall(value)
    const { answerMessage } = await loadSdk()
    const answer = await answerMessage(
      tools,
      { request: incoming, project: projectId, left: left.signal },
      { body: withoutNullParams(value), protocolVersion: c.req.header('mcp-protocol-version') ?? null },
      (error) => deps.logError(c, error),
    )
    return respond(c, answer)
  })
  // A client asks for a stream with GET, and ends a session with DELETE. There are neither.
  app.all('/mcp', methodNotAllowed('POST'))
  return app
}

/** The first request loads the SDK, in parts: in one turn of the event loop it would take 130 ms. */
async function loadSdk() {
  await import('@modelcontextprotocol/sdk/validation/ajv')
  await nextTurn()
  await import('@modelcontextprotocol/sdk/types.js')
  await nextTurn()
  return import('./answer-message.ts')
}

/** A page of another origin, or of a name that was rebound to this server, must not use it (MCP, Streamable HTTP). */
function refuseOtherOrigins({ headers: { origin } }: IncomingMessage, publicUrl: string): void {
  if (origin === undefined || origin === new URL(publicUrl).origin) return
  throw new HttpError(
    403,
    'web pages of other origins may not use this server; connect from a program, which sends no header Origin',
  )
}

/** JSON-RPC leaves `params` out; several clients send null. */
function withoutNullParams({ params, ...message }: Record<string, unknown>): object {
  if (params === null || params === undefined) return message
  if (typeof params !== 'object' || Array.isArray(params)) return { ...message, params }
  const { arguments: given, ...others } = params as Record<string, unknown>
  return {
    ...message,
    params: { ...others, ...(given !== null && given !== undefined && { arguments: given }) },
  }
}

/**
 * Of a message without what a tool bounds itself. The SDK checks a message several times, and quotes in its errors what it
 * found: that would stop the event loop for as long as the body allows.
 */
const MESSAGE_BOUNDS = { bytes: 64 * 1024, values: 1_000, levels: 100 }

function requireSmall(message: Readonly<Record<string, unknown>>): void {
  const beyond = whyOutOfBounds(withoutLongArguments(message), MESSAGE_BOUNDS)
  if (beyond !== null)
    throw new HttpError(400, `the message, without the arguments \`prompt\` and \`outputSchema\`, ${beyond}`)
}

/** What the message holds, as lists: an object with thousands of names takes long to copy. */
function withoutLongArguments({ params, ...others }: Readonly<Record<string, unknown>>): unknown {
  if (!isObject(params) || !isObject(params.arguments)) return [others, params]
  const entries = Object.entries(params).filter(([name]) => name !== 'arguments')
  return [others, entries, Object.entries(params.arguments).filter((argument) => !isLong(argument))]
}

/** The tool bounds it. */
const isLong = ([name, value]: readonly [string, unknown]): boolean =>
  name === 'prompt' ? typeof value === 'string' : name === 'outputSchema' && isObject(value)

async function respond(c: Context<Env>, answer: Response): Promise<Response> {
  const text = await answer.text()
  const isEvent = answer.status === 200 && !acceptsJson(c.req.header('accept'))
  return new Response(text === '' ? null : isEvent ? `event: message\ndata: ${text}\n\n` : text, {
    status: answer.status,
    headers: {
      ...(text !== '' && { 'content-type': isEvent ? 'text/event-stream' : 'application/json' }),
      'cache-control': 'no-store',
    },
  })
}

const acceptsJson = (accept = '*/*'): boolean =>
  /application\/json|application\/\*|\*\/\*/i.test(accept) || !/text\/event-stream/i.test(accept)
