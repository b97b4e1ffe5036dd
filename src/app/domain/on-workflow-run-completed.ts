import type { Job } from './job.ts'
import type { Step } from './run-event.ts'
import { advanceRun, isEnded } from './run-state-machine.ts'

/** Makes whatever waits for this workflow run due now: the open run, or the closing of an ended one. */
export function onWorkflowRunCompleted(job: Job, workflowRunId: number, now: number): Step {
  const { run } = job
  const isCurrent = run.workflowRunId === null || run.workflowRunId === workflowRunId
  // A delivered run waits for its own confirmation, which the end of the workflow run does not hasten.
  if (!isEnded(run) && run.workflow !== null && isCurrent && run.state !== 'delivered') {
    return advanceRun(job, { type: 'ask-github' }, now)
  }
  const closing = job.closing.map((entry) =>
    entry.workflowRunId === null || entry.workflowRunId === workflowRunId ? { ...entry, dueAt: now } : entry,
  )
  const isNews = closing.some((entry, i) => entry !== job.closing[i])
  return isNews
    ? { kind: 'step', job: { ...job, closing }, ended: null }
    : { kind: 'ignored', why: 'nothing waits for this workflow run' }
}
