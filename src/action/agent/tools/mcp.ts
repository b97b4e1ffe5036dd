import { z } from 'zod'
import { readInput, type ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import type { ToolResult } from '../../workspace/files/tool-result.ts'

/** The MCP servers that the agent may ask. */
export interface McpServers {
  readonly offers: readonly McpOffer[]
  /** `signal` aborts with the run or at its deadline. */
  call(request: McpRequest, signal: AbortSignal): Promise<ToolResult>
}

/** What one server offers. */
export interface McpOffer {
  readonly server: string
  /** Its tools with their descriptions and schemas, in the words of the server: data. */
  readonly text: string
}

export interface McpRequest {
  readonly server: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

const fields = {
  server: z.string().min(1),
  tool: z.string().min(1),
  arguments: z.string().optional().describe("JSON object that fits the tool's schema"),
}

/**
 * One tool for all tools of all servers. Their names, descriptions and schemas are data of others: as definitions of tools
 * they would hide ours, be trusted like ours, and be refused by providers that accept only a part of JSON Schema.
 */
export const mcpTool: ToolSpec = {
  name: 'mcp',
  description: 'Call a read-only tool of an MCP server. The first message lists them.',
  input: z.object(fields),
}

const NOT_AN_OBJECT = 'must be a JSON object, as text'

/** Some models write the object itself. */
const Arguments = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .optional()
  .transform((given, context): Record<string, unknown> => {
    const value = typeof given === 'string' ? parseJson(given) : (given ?? {})
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
    context.addIssue({ code: 'custom', message: NOT_AN_OBJECT })
    return z.NEVER
  })

const Call = z
  .object({ ...fields, arguments: Arguments })
  .transform(({ arguments: input, ...rest }): McpRequest => ({ ...rest, input }))

/** `undefined`: it is not JSON. */
function parseJson(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Validates the input, then asks the server. `target`: which tool of which server, for events. */
export async function callMcp(
  input: unknown,
  servers: McpServers,
  signal: AbortSignal,
): Promise<ToolResult & { readonly target: string }> {
  const read = readInput(mcpTool.name, Call, input)
  if (!read.ok) return { ok: false, text: read.problem, target: '' }
  return { ...(await servers.call(read.input, signal)), target: `${read.input.server} ${read.input.tool}` }
}
