import { lookup } from 'node:dns/promises'
import type { McpServer } from '../../../contract/runner-protocol/assignment.ts'
import type { OpenedMcp } from '../../mcp/open-mcp.ts'
import type { ModelHandle } from '../../models/providers/model-handle.ts'
import type { RunContext } from '../run-context.ts'

/** Connects to the MCP servers of the project for the time of `work`, which gets `null` if none can be asked. */
export async function withMcp<T>(
  job: RunContext,
  servers: readonly McpServer[],
  { imageTypes }: Pick<ModelHandle, 'imageTypes'>,
  work: (mcp: OpenedMcp | null) => Promise<T>,
): Promise<T> {
  if (servers.length === 0) return work(null)
  if (job.confidentiality.isOn) {
    note(job, 'The MCP servers are left out: the prompts of this job are confidential.')
    return work(null)
  }
  const { environment, secrets, signal, log } = job
  const mcp = await log.group('Connect to the MCP servers', async () => {
    const { openMcp } = await import(/* webpackMode: "eager" */ '../../mcp/open-mcp.ts')
    const opened = await openMcp({
      ...{ servers, environment, imageTypes, signal },
      resolve: resolveHost,
      redact: secrets.redact,
      hasSecret: (text) => secrets.redactKnown(text) !== text,
      note: (text) => note(job, text),
    })
    for (const { server, text } of opened?.offers ?? []) log.info(describeOffer(server, text))
    return opened
  })
  try {
    return await work(mcp)
  } finally {
    await mcp?.close()
  }
}

const resolveHost = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

const CHARACTERS_PER_TOKEN = 4

const describeOffer = (server: string, text: string): string =>
  `MCP server ${server}: its tools take about ${Math.ceil(text.length / CHARACTERS_PER_TOKEN)} tokens of the first message`

function note({ controlPlane, log, secrets }: RunContext, text: string): void {
  const clean = secrets.redact(text)
  controlPlane.report({ type: 'note', text: clean.slice(0, 1000) })
  log.warning(clean)
}
