import { onTestFinished } from 'vitest'
import { type McpOptions, openMcp } from '../../../src/action/mcp/open-mcp.ts'
import { type McpScript, type McpServer, startMcpServer } from '../../fakes/mcp/mcp-server.ts'
import { trustedCertificate } from '../trusted-certificate.ts'

export const SECRET = 'tZ4q9Lw2VbN7xR1mK8cJ5hG0'

/** A server that lives as long as the test. */
export async function givenServer(script: McpScript = {}): Promise<McpServer> {
  const server = await startMcpServer(script, trustedCertificate())
  onTestFinished(() => server.close())
  return server
}

/** Opens the servers as a run does whose workflow file names their origins. */
export async function openServers(servers: McpOptions['servers'], changes: Partial<McpOptions> = {}) {
  const notes: string[] = []
  const named = servers.map(({ url }, index) => [`PRENTICE_MCP_${index}`, new URL(url).origin])
  const mcp = await openMcp({
    servers,
    environment: Object.fromEntries(named),
    resolve: async () => ['127.0.0.1'],
    imageTypes: ['image/png'],
    redact: (text) => text.replaceAll(SECRET, '***'),
    hasSecret: (text) => text.includes(SECRET),
    signal: new AbortController().signal,
    note: (text) => void notes.push(text),
    ...changes,
  })
  onTestFinished(() => mcp?.close())
  return { mcp, notes }
}

/** Asks the first server, which must be open. */
export async function ask(
  { mcp }: Awaited<ReturnType<typeof openServers>>,
  tool = 'search',
  input: Readonly<Record<string, unknown>> = {},
  signal = new AbortController().signal,
) {
  const [offer] = mcp?.offers ?? []
  if (mcp === null || offer === undefined) throw new Error('no server is open')
  return mcp.call({ server: offer.server, tool, input }, signal)
}
