import type { KeptWork } from '../../contract/runner-protocol.ts'
import type { AgentOutcome } from '../agent/task.ts'
import { applyPatch } from '../git/apply-patch.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import type { Job } from '../job.ts'
import { disarmWords } from './disarm-words.ts'

/**
 * The work of an earlier run of the same prompts, if there is one and it still applies: then the agent is not asked.
 * What becomes of it is judged like any other work.
 */
export async function takeUpKeptWork(job: Job, tree: PreparedWorkTree): Promise<AgentOutcome | null> {
  const { kept } = job.engagement.assignment
  if (kept === undefined) return null
  return job.log.group('Take up the work that was kept', async () => {
    if (!(await applyPatch(tree, Buffer.from(kept.patch, 'base64')))) {
      tell(job, 'The work that was kept does not apply any more: the agent does it again.')
      return null
    }
    tell(job, 'The work that was kept still applies: no model is asked.')
    const outcome = await disarmWords(job, tree, outcomeOf(kept, job))
    job.known.outcome = outcome
    return outcome
  })
}

function tell({ engagement, log }: Job, text: string): void {
  engagement.report({ type: 'note', text })
  log.info(text)
}

const NO_USAGE = { steps: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0, brokenOff: 0 }

const outcomeOf = (kept: KeptWork, { engagement }: Job): AgentOutcome => ({
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
