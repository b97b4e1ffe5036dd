import { reason, splitReason } from '../../contract/reasons.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { ModelHandle } from '../models/providers/model-handle.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Transcript } from '../output/transcript.ts'
import { describeMoney } from '../text/format.ts'
import { openAgentHost } from './agent-host.ts'
import { type AgentWork, sanitizeWords } from './agent-work.ts'
import { type AgentParts, composeAgent } from './compose-agent.ts'
import type { RunContext } from './run-context.ts'

/** Runs the agent until it ends. Its outcome may be one that cannot be published, see `failUnlessPublishable`. */
export async function runAgentStage(
  job: RunContext,
  parts: AgentParts,
  transcript: Transcript | null,
): Promise<AgentWork> {
  const host = openAgentHost(job, transcript)
  const { task, deps, refusedPaths } = await composeAgent(job, parts)
  const { runAgentLoop } = await import(/* webpackMode: "eager" */ '../agent/agent-loop.ts')
  const outcome = await runAgentLoop(task, { host, ...deps })
  transcript?.record({ type: 'ended', reason: outcome.reason?.code ?? null })
  if (outcome.reason !== null)
    job.log.info(job.confidentiality.redactQuotes(splitReason(outcome.reason).what))
  return { outcome: sanitizeWords(job, outcome), refusedPaths, isSaved: false }
}

export function failUnlessPublishable({ publishable, reason: why, error }: AgentOutcome): void {
  // The end of the run logs where it came from.
  if (error !== undefined) throw error
  if (!publishable) throw new RunFailure(why ?? reason('agent-stuck', 'it ended without a result'))
}

/** Warns, before the first token is spent, about settings that have no effect with this model. */
export function warnAboutModel(
  { log, controlPlane }: Pick<RunContext, 'log' | 'controlPlane'>,
  { name, price, effortNote }: ModelHandle,
): string[] {
  const { costUsd } = controlPlane.assignment.limits
  const notices = [
    ...(effortNote === null ? [] : [effortNote]),
    ...(price === null
      ? [
          `The price of ${name} is not known, so the cost limit of ${describeMoney(costUsd)} is not enforced; the limits of steps, time and tokens are. Set the price in the variable PRICES, in \`env:\` of the step.`,
        ]
      : []),
  ]
  for (const notice of notices) log.warning(notice)
  return notices
}
