import { z } from 'zod'
import { MAX_MCP_SERVERS } from '../../contract/runner-protocol/assignment.ts'
import { listOf, mapOf } from './value-types.ts'

const NAME = { error: 'must be 1 to 20 letters, digits, - or _' }
const URL_RULE = { error: 'must be an https:// URL with the name of a host, without a user or #' }
const TOOL = { error: 'must be the name of a tool: 1 to 128 letters, digits, `.`, `_`, `-` or `/`' }

/** A host has a name, so that its certificate says who it is. */
const ADDRESS = /^https:\/\/(?!\[)(?![\d.]+(?:[:/?]|$))[^@#\s]+$/

/** `0x7f.1` is an address, too. */
const hasName = (text: string): boolean => /[^\d.]/.test(URL.parse(text)?.hostname ?? '')

const Server = mapOf({
  name: z
    .string(NAME)
    .regex(/^[A-Za-z0-9_-]{1,20}$/, NAME)
    .describe('What the agent and the log call the server.'),
  url: z
    .string(URL_RULE)
    .max(500, URL_RULE)
    .regex(ADDRESS, URL_RULE)
    .refine(hasName, URL_RULE)
    .describe('Its endpoint for streamable HTTP.'),
  tools: listOf(z.string(TOOL).regex(/^[\w./-]{1,128}$/, TOOL), 20, 'tools')
    .min(1, { error: 'must name at least one tool' })
    .describe('The tools that the agent may call. They must be marked read-only.'),
})

export const mcpServers = () =>
  listOf(Server, MAX_MCP_SERVERS, 'servers').refine(
    (servers) => new Set(servers.map(({ name }) => name.toLowerCase())).size === servers.length,
    { error: 'must have a different name for each server' },
  )
