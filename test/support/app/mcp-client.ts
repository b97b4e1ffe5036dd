import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { onTestFinished } from 'vitest'
import type { AppServer } from './app-server.ts'

/** The client of the protocol's own SDK. It validates what tools return against their schemas, once it has listed them. */
export async function mcpClient(app: AppServer, { key = app.key, query = '' } = {}) {
  const transport = new StreamableHTTPClientTransport(new URL(`${app.url}/mcp${query}`), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
  })
  return toolCaller(transport)
}

/** Connects, and ends with the test. */
export async function toolCaller(transport: Transport) {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  const { tools } = await client.listTools()
  return {
    client,
    tools,
    /** The structured content of a result that is no error. */
    async call(name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
      const result = await client.callTool({ name, arguments: given })
      if (result.isError) throw new Error(`${name}: ${textOf(result)}`)
      return result.structuredContent as Record<string, unknown>
    },
    /** The error of a result. */
    async refusal(name: string, given: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
      const result = await client.callTool({ name, arguments: given })
      if (!result.isError) throw new Error(`${name} did not fail: ${textOf(result)}`)
      return JSON.parse(textOf(result))
    },
  }
}

export const textOf = (result: unknown): string =>
  (result as { content: { text: string }[] }).content.map(({ text }) => text).join('\n')

/** Sends one message as it is. */
export const post = (
  app: AppServer,
  message: unknown,
  headers: Record<string, string> = {},
  { key = app.key as string | null, query = '' } = {},
) =>
  app.call('POST', `/mcp${query}`, {
    ...(typeof message === 'string' ? { raw: message } : { body: message }),
    key,
    headers: { accept: 'application/json, text/event-stream', ...headers },
  })

export const request = (method: string, params?: unknown) => ({
  jsonrpc: '2.0',
  id: 1,
  method,
  ...(params !== undefined && { params }),
})
