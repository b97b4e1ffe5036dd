import type { Hub } from '../hub.ts'
import type { Run } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'

export const completeRun = (hub: Hub, run: Run, conclusion: string): void => {
  run.status = 'completed'
  run.conclusion = conclusion
  run.updatedAt = hub.now()
  hub.tokens.delete(run.githubToken)
  run.idTokenSecret = null
  run.cancelListeners.length = 0
  announceRun(hub, run, 'completed')
}

/** A run that nobody has started ends at once; for one at work its runner is told, and ends it. */
export const cancelRun = (hub: Hub, run: Run, force: boolean): void => {
  if (run.status === 'completed') throw new ApiError(409, 'Cannot cancel a workflow run that is completed.')
  const listeners = [...run.cancelListeners]
  if (run.status !== 'in_progress') completeRun(hub, run, 'cancelled')
  for (const listener of listeners) listener(force)
}
