import type { SavedPatch } from '../../contract/runner-protocol/result.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { applyPatch } from '../git/diff/patch.ts'
import { type AgentWork, NO_USAGE, sanitizeWords } from './agent-work.ts'
import { hasConflicts } from './merge-base.ts'
import type { RunContext } from './run-context.ts'

/**
 * Applies the patch that an earlier run of the same prompts saved. The agent then does not run; the change is judged
 * like any other. `null`: there is no saved patch, or it no longer applies.
 */
export async function applySavedPatch(job: RunContext, checkout: Checkout): Promise<AgentWork | null> {
  const { savedPatch: saved } = job.controlPlane.assignment
  // It was made for the conflicts of that time: the base may have changed the same files again since.
  if (saved === undefined || hasConflicts(checkout)) return null
  return job.log.group('Apply the saved patch', async () => {
    if (!(await applyPatch(checkout, Buffer.from(saved.patch, 'base64')))) {
      note(job, 'The saved patch no longer applies: the agent does the work again.')
      return null
    }
    note(job, 'The saved patch applies: the model is not called.')
    return { outcome: sanitizeWords(job, outcomeOf(saved, job)), refusedPaths: [], isSaved: true }
  })
}

function note({ controlPlane, log }: RunContext, text: string): void {
  controlPlane.report({ type: 'note', text })
  log.info(text)
}

const outcomeOf = (saved: SavedPatch, { controlPlane }: RunContext): AgentOutcome => ({
  reason: saved.endedBy,
  publishable: true,
  title: saved.title,
  body: saved.body,
  commitMessage: saved.commitMessage,
  files: saved.files ?? [],
  summary: saved.summary,
  usage: NO_USAGE,
  perStep: [],
  acknowledged: Math.max(...controlPlane.assignment.prompts.map(({ number }) => number)),
})
