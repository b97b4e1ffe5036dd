import { MCPClientError } from '@ai-sdk/mcp'
import { cutHead } from '../../contract/text.ts'
import { McpRefused } from './guarded-fetch.ts'

/** Why a request failed, in words of ours: what the server wrote could be anything. */
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
