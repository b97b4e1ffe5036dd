import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server as HttpsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import {
  CallToolRequestSchema,
  type CallToolResult,
  ListToolsRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

export interface AskedRequest {
  readonly method: string
  readonly headers: IncomingHttpHeaders
  /** `null`: no JSON. */
  readonly body: { readonly method?: string; readonly params?: unknown } | null
}

export interface McpScript {
  readonly tools?: readonly Tool[]
  readonly instructions?: string
  /** The result of a call. */
  call?(name: string, input: Record<string, unknown>, headers: IncomingHttpHeaders): CallToolResult
  /** Answers in place of the server. True: it has. */
  intercept?(request: AskedRequest, response: ServerResponse): boolean
}

export interface McpServer extends AsyncDisposable {
  readonly url: string
  readonly origin: string
  readonly asked: AskedRequest[]
  close(): Promise<void>
}

/** A tool that is marked read-only. */
export const readOnlyTool = (name: string, more: Partial<Tool> = {}): Tool => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: { query: { type: 'string' } } },
  annotations: { readOnlyHint: true },
  ...more,
})

/** An MCP server of the protocol's own SDK, on loopback, over TLS. */
export async function startMcpServer(
  script: McpScript,
  certificate: { readonly key: string; readonly cert: string },
): Promise<McpServer> {
  const asked: AskedRequest[] = []
  const server = createServer(certificate, async (request, response) => {
    const body = await readBody(request).catch(() => undefined)
    // The client has ended the request.
    if (body === undefined) return
    const one = { method: request.method ?? '', headers: request.headers, body }
    asked.push(one)
    if (script.intercept?.(one, response)) return
    await answer(script, request, response, body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const origin = `https://localhost:${(server.address() as AddressInfo).port}`
  const close = () => closeServer(server)
  return { url: `${origin}/mcp`, origin, asked, close, [Symbol.asyncDispose]: close }
}

/** Without sessions: each request gets its own server. */
async function answer(
  script: McpScript,
  request: IncomingMessage,
  response: ServerResponse,
  body: unknown,
): Promise<void> {
  const { tools = [], instructions } = script
  const server = new Server(
    { name: 'test', version: '1.0.0' },
    { capabilities: { tools: {} }, ...(instructions !== undefined && { instructions }) },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools] }))
  server.setRequestHandler(
    CallToolRequestSchema,
    ({ params }) =>
      script.call?.(params.name, params.arguments ?? {}, request.headers) ?? {
        content: [{ type: 'text', text: 'nothing' }],
      },
  )
  const transport = new StreamableHTTPServerTransport()
  response.on('close', () => void server.close())
  // Its types are not made for `exactOptionalPropertyTypes`.
  await server.connect(transport as Parameters<typeof server.connect>[0])
  await transport.handleRequest(request, response, body)
}

async function readBody(request: IncomingMessage): Promise<AskedRequest['body']> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? null : JSON.parse(text)
}

const closeServer = (server: HttpsServer): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
