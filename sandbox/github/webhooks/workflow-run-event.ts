import type { Run } from '../model.ts'
import { runShape, workflowShape } from '../shapes/workflow-run.ts'
import type { GithubState } from '../state.ts'
import { announceRepositoryEvent } from './repository-event.ts'

export const announceRun = (
  hub: GithubState,
  run: Run,
  action: 'requested' | 'in_progress' | 'completed',
): void =>
  announceRepositoryEvent(hub, 'workflow_run', {
    repository: run.repository,
    sender: run.triggeringActor,
    payload: {
      action,
      workflow: workflowShape(hub, run.repository, run.workflow),
      workflow_run: runShape(hub, run),
    },
  })
