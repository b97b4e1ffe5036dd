import { lookup } from 'node:dns/promises'
import { reason, splitReason } from '../../contract/reasons.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ReadContext } from '../context/read-context.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { OpenedMcp } from '../mcp/open-mcp.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import type { NoteProgress } from '../outcome/progress.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Transcript } from '../output/transcript.ts'
import { describeMoney } from '../text/format.ts'
import { type AgentWork, sanitizeWords } from './agent-work.ts'
import type { ProjectCommands } from './checks.ts'
import { type AgentParts, composeAgent } from './compose-agent.ts'
import { resumeParked } from './earlier-work.ts'
import { openAgentHost, openRunTranscript } from './open-agent-host.ts'
import type { Prepared } from './prepare.ts'
import { orFail, type RunContext, reportNote } from './run-context.ts'
import { type FetchingImages, showImages } from './show-images.ts'

interface AgentInput extends Prepared {
  readonly settings: ProjectSettings
  readonly commands: ProjectCommands
  readonly readContext: ReadContext
  readonly images: FetchingImages
  /** Absent: the checkout is complete. */
  readonly filesWritten?: Promise<unknown>
}

/** Runs the agent until it ends. Its outcome may be one that cannot be published, see `failUnlessPublishable`. */
export async function runAgentStage(
  job: RunContext,
  { checkout, model: opened, fallbacks, settings, commands, readContext, images, filesWritten }: AgentInput,
  note: NoteProgress,
): Promise<AgentWork> {
  const { model } = orFail(opened)
  const { notices, ...given } = commands
  note({ notices: [...notices, ...warnAboutModel(job, model)] })
  // They may never be asked.
  for (const fallback of fallbacks ?? []) warnAboutModel(job, fallback)
  const transcript = openRunTranscript(job)
  note({ transcriptPath: transcript?.path ?? null })
  let mcp: OpenedMcp | null = null
  try {
    const earlierWork = await resumeParked(job, checkout)
    // After `setup`, whose commands have network access.
    const context = await readContext()
    const shown = await showImages(job, await images, model)
    mcp = await openMcpServers(job, settings.mcp, model)
    const { rules, workingDirectory } = settings
    const parts = {
      ...{ ...given, checkout, model, rules, workingDirectory, earlierWork, context, mcp },
      ...(fallbacks !== undefined && { fallbacks }),
      ...(filesWritten !== undefined && { filesWritten }),
    }
    return await runAgent(job, { ...parts, images: shown }, transcript)
  } finally {
    await mcp?.close()
    transcript?.close()
  }
}

async function runAgent(
  job: RunContext,
  parts: AgentParts,
  transcript: Transcript | null,
): Promise<AgentWork> {
  const host = openAgentHost(job, transcript)
  const { task, deps, refusedPaths } = await composeAgent(job, parts)
  const { runAgentLoop } = await import('../agent/agent-loop.ts')
  const outcome = await runAgentLoop(task, { host, ...deps })
  transcript?.record({ type: 'ended', reason: outcome.reason?.code ?? null })
  // Whoever cancelled the run is told by its end.
  if (outcome.reason !== null && outcome.reason.code !== 'cancelled')
    job.log.info(job.confidentiality.redactQuotes(splitReason(outcome.reason).what))
  return { outcome: sanitizeWords(job, outcome), refusedPaths, isSaved: false }
}

export function failUnlessPublishable({ publishable, reason: why, error }: AgentOutcome): void {
  // The end of the run logs where it came from.
  if (error !== undefined) throw error
  if (!publishable) throw new RunFailure(why ?? reason('agent-stuck', 'it ended without a result'))
}

/** Warns, before the first token is spent, about settings that have no effect with this model. */
function warnAboutModel(
  { log, controlPlane }: Pick<RunContext, 'log' | 'controlPlane'>,
  { name, price, effortNote }: ModelHandle,
): string[] {
  const { costUsd } = controlPlane.assignment.limits
  const notices = [
    ...(effortNote === null ? [] : [effortNote]),
    ...(price === null
      ? [
          `The price of ${name} is not known, so the cost limit of ${describeMoney(costUsd)} is not enforced; the limits of steps, time and tokens are. Set the price in the variable PRICES: in a workflow, in \`env:\` of the step.`,
        ]
      : []),
  ]
  for (const notice of notices) log.warning(notice)
  return notices
}

/** Connects to the MCP servers of the project; `null`: the agent can ask none. */
async function openMcpServers(
  job: RunContext,
  servers: ProjectSettings['mcp'],
  { imageTypes }: ModelHandle,
): Promise<OpenedMcp | null> {
  if (servers.length === 0) return null
  if (job.confidentiality.isOn) {
    reportNote(job, 'The MCP servers are left out: the prompts of this job are confidential.', 'warning')
    return null
  }
  const { environment, secrets, signal, log } = job
  return log.group('Connect to the MCP servers', async () => {
    const { openMcp } = await import('../mcp/open-mcp.ts')
    const opened = await openMcp({
      ...{ servers, environment, imageTypes, signal },
      resolve: resolveHost,
      redact: secrets.redact,
      hasSecret: (text) => secrets.redactKnown(text) !== text,
      note: (text) => reportNote(job, text, 'warning'),
    })
    for (const { server, text } of opened?.offers ?? []) log.info(describeOffer(server, text))
    return opened
  })
}

const resolveHost = async (host: string): Promise<readonly string[]> =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address)

const CHARACTERS_PER_TOKEN = 4

const describeOffer = (server: string, text: string): string =>
  `MCP server ${server}: its tools take about ${Math.ceil(text.length / CHARACTERS_PER_TOKEN)} tokens of the first message`
