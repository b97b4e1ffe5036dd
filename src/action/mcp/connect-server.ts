import { createMCPClient, type MCPClient, MCPClientError } from '@ai-sdk/mcp'
import type { ListedTool } from './choose-tools.ts'
import { McpRefused } from './guarded-fetch.ts'

/** A server may list its tools on several pages. */
const MAX_PAGES = 5

/** In milliseconds. */
export interface McpTimeouts {
  /** To connect, and to list the tools. */
  readonly connectMs: number
  readonly callMs: number
}

export interface ServerAccess {
  readonly url: string
  readonly fetch: typeof fetch
}

export interface McpConnection {
  readonly client: MCPClient
  /** Aborts when a response breaks off: the client would wait for the rest of it. */
  readonly broken: AbortSignal
}

/** Throws what `describeFailure` explains. */
export async function connectServer(
  { url, fetch }: ServerAccess,
  signal: AbortSignal,
  timeout: number,
): Promise<McpConnection> {
  const broken = new AbortController()
  const client = await createMCPClient({
    transport: { type: 'http', url, fetch, redirect: 'error' },
    clientName: 'prentice',
    initializationOptions: { signal: AbortSignal.any([signal, broken.signal]), timeout },
    // The client's own errors are about messages that it does not need, or also reject the promise of the request.
    onUncaughtError(error) {
      if (!MCPClientError.isInstance(error)) broken.abort(error)
    },
  })
  return { client, broken: broken.signal }
}

export async function listTools(
  { client, broken }: McpConnection,
  signal: AbortSignal,
  timeout: number,
): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = []
  const deadline = AbortSignal.any([signal, broken, AbortSignal.timeout(timeout)])
  let cursor: string | undefined
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await client.listTools({
      ...(cursor !== undefined && { params: { cursor } }),
      options: { signal: deadline },
    })
    tools.push(...answer.tools)
    cursor = answer.nextCursor
    if (cursor === undefined) return tools
  }
  throw new McpRefused(`it lists its tools on more than ${MAX_PAGES} pages`)
}
