import { runShape, workflowShape } from '../shapes/workflow-run.ts'
import type { Run } from '../state/repository.ts'
import type { GithubState } from '../state/state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

export const announceRun = (
  state: GithubState,
  run: Run,
  action: 'requested' | 'in_progress' | 'completed',
): void =>
  announceRepositoryEvent(state, 'workflow_run', {
    repository: run.repository,
    sender: run.triggeringActor,
    payload: {
      action,
      workflow: workflowShape(state, run.repository, run.workflow),
      workflow_run: runShape(state, run),
    },
  })
