import type { KeptWork } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { applyPatch } from '../git/diff/apply-patch.ts'
import type { RunContext } from './run-context.ts'
import { sanitizeWords } from './sanitize-words.ts'

/**
 * The work of an earlier run of the same prompts, if there is one and it still applies: then the agent is not asked.
 * What becomes of it is judged like any other work.
 */
export async function applySavedPatch(job: RunContext, tree: Checkout): Promise<AgentOutcome | null> {
  const { kept } = job.engagement.assignment
  if (kept === undefined) return null
  return job.log.group('Take up the work that was kept', async () => {
    if (!(await applyPatch(tree, Buffer.from(kept.patch, 'base64')))) {
      tell(job, 'The work that was kept does not apply any more: the agent does it again.')
      return null
    }
    tell(job, 'The work that was kept still applies: no model is asked.')
    const outcome = await sanitizeWords(job, tree, outcomeOf(kept, job))
    job.known.outcome = outcome
    return outcome
  })
}

function tell({ engagement, log }: RunContext, text: string): void {
  engagement.report({ type: 'note', text })
  log.info(text)
}

const NO_USAGE = { steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 }

const outcomeOf = (kept: KeptWork, { engagement }: RunContext): AgentOutcome => ({
  reason: kept.endedBy,
  publishable: true,
  title: kept.title,
  body: kept.body,
  commitMessage: kept.commitMessage,
  summary: kept.summary,
  usage: NO_USAGE,
  perStep: [],
  acknowledged: Math.max(...engagement.assignment.prompts.map(({ number }) => number)),
})
