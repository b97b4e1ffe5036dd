import { z } from 'zod'

/** An MCP server that the agent may ask, from the settings of the project. */
export const McpServer = z.object({
  name: z.string().min(1).max(20),
  url: z.url(),
  /** The tools that the agent may call. */
  tools: z.array(z.string().min(1).max(128)).min(1),
})
export type McpServer = z.infer<typeof McpServer>

export const MAX_MCP_SERVERS = 5
