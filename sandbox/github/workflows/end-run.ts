import { ApiError } from '../rest/api-error.ts'
import type { Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRun } from '../webhooks/workflow-run-event.ts'

export const completeRun = (state: GithubState, run: Run, conclusion: string): void => {
  run.status = 'completed'
  run.conclusion = conclusion
  run.updatedAt = state.now()
  state.tokens.delete(run.githubToken)
  run.idTokenSecret = null
  run.cancelListeners.length = 0
  announceRun(state, run, 'completed')
}

/** GitHub ends a run that takes too long. Its runner is killed without a signal to react to. */
export const timeOutRun = (state: GithubState, run: Run): void => {
  if (run.status === 'completed') throw new Error(`sandbox: run ${run.id} has completed and cannot time out`)
  const listeners = [...run.cancelListeners]
  completeRun(state, run, 'timed_out')
  for (const listener of listeners) listener(true)
}

/** A person clicks "Delete workflow run". GitHub offers it for completed runs and sends no webhook. */
export const deleteRun = (run: Run): void => {
  if (run.status !== 'completed')
    throw new Error(`sandbox: run ${run.id} has not completed, so it cannot be deleted`)
  const { runs } = run.repository
  runs.splice(runs.indexOf(run), 1)
}

/** A run that has not started ends immediately. Otherwise its runner is notified and ends it. */
export const cancelRun = (state: GithubState, run: Run, force: boolean): void => {
  if (run.status === 'completed') throw new ApiError(409, 'Cannot cancel a workflow run that is completed.')
  const listeners = [...run.cancelListeners]
  if (run.status !== 'in_progress') completeRun(state, run, 'cancelled')
  for (const listener of listeners) listener(force)
}
