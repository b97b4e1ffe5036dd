import type { Run } from '../model.ts'
import { ApiError } from '../rest/api-error.ts'
import type { GithubState } from '../state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'

export const completeRun = (hub: GithubState, run: Run, conclusion: string): void => {
  run.status = 'completed'
  run.conclusion = conclusion
  run.updatedAt = hub.now()
  hub.tokens.delete(run.githubToken)
  run.idTokenSecret = null
  run.cancelListeners.length = 0
  announceRun(hub, run, 'completed')
}

/** GitHub itself ends what runs for too long: its runner hears nothing more, and the machine is gone. */
export const timeOutRun = (hub: GithubState, run: Run): void => {
  if (run.status === 'completed') throw new Error(`sandbox: run ${run.id} has completed and cannot time out`)
  const listeners = [...run.cancelListeners]
  completeRun(hub, run, 'timed_out')
  for (const listener of listeners) listener(true)
}

/** By hand, "Delete workflow run": GitHub offers it once the run has completed, and tells nobody. */
export const deleteRun = (run: Run): void => {
  if (run.status !== 'completed')
    throw new Error(`sandbox: run ${run.id} has not completed, so it cannot be deleted`)
  const { runs } = run.repository
  runs.splice(runs.indexOf(run), 1)
}

/** A run that nobody has started ends at once; for one at work its runner is told, and ends it. */
export const cancelRun = (hub: GithubState, run: Run, force: boolean): void => {
  if (run.status === 'completed') throw new ApiError(409, 'Cannot cancel a workflow run that is completed.')
  const listeners = [...run.cancelListeners]
  if (run.status !== 'in_progress') completeRun(hub, run, 'cancelled')
  for (const listener of listeners) listener(force)
}
