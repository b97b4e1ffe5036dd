import { createMCPClient, type MCPClient, MCPClientError } from '@ai-sdk/mcp'
import { cutHead } from '../../contract/text.ts'
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

/** Why a request failed. The text is never the text of the server, which could be anything. */
export function describeFailure(error: unknown): string {
  const causes = chainOf(error)
  const refused = causes.find((one) => one instanceof McpRefused)
  if (refused instanceof McpRefused) return refused.message
  if (causes.some(isLate)) return 'it does not answer in time'
  const status = causes.flatMap((one) => (MCPClientError.isInstance(one) ? [one.statusCode] : []))[0]
  if (status === 401 || status === 403)
    return `it refuses access (HTTP ${status}): set its header in a PRENTICE_MCP_ variable of the workflow file`
  if (status !== undefined && status >= 400) return `it answers with HTTP ${status}`
  const code = causes.flatMap((one) => (hasCode(one) ? [one.code] : []))[0]
  if (typeof code === 'number') return `it answers with the error ${code}`
  return code === undefined ? 'its answer is not one of an MCP server' : `it cannot be reached (${code})`
}

const ERROR_LENGTH = 2000

/** The server's own words about a request that it understood and refused, for the model; `null`: it is another failure. */
export const readAnsweredError = (error: unknown): string | null =>
  MCPClientError.isInstance(error) && error.code !== undefined && error.statusCode === undefined
    ? `The server answers with the error ${error.code}: ${cutHead(error.message, ERROR_LENGTH)}`
    : null

const isLate = (error: unknown): boolean =>
  (error instanceof Error && error.name === 'TimeoutError') ||
  (MCPClientError.isInstance(error) && error.message.includes('timed out'))

const hasCode = (error: unknown): error is { readonly code: string | number } =>
  error instanceof Error && 'code' in error && ['string', 'number'].includes(typeof error.code)

const MAX_CAUSES = 5

function chainOf(error: unknown): unknown[] {
  const chain: unknown[] = []
  for (let one = error; one instanceof Error && chain.length < MAX_CAUSES; one = one.cause) chain.push(one)
  return chain
}
