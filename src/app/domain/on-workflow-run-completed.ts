import type { Job } from './job.ts'
import type { Transition } from './run-event.ts'
import { advanceRun, isEnded } from './run-state-machine.ts'

/** Makes whatever waits for this workflow run due now: the open run, or the cleanups of an ended one. */
export function onWorkflowRunCompleted(job: Job, workflowRunId: number, now: number): Transition {
  const { run } = job
  const isCurrent = run.workflowRunId === null || run.workflowRunId === workflowRunId
  // A delivered run waits for its own confirmation, which the end of the workflow run does not hasten.
  if (!isEnded(run) && run.workflow !== null && isCurrent && run.state !== 'delivered') {
    return advanceRun(job, { type: 'github-changed' }, now)
  }
  const cleanups = job.cleanups.map((entry) =>
    entry.workflowRunId === null || entry.workflowRunId === workflowRunId ? { ...entry, dueAt: now } : entry,
  )
  const isNews = cleanups.some((entry, i) => entry !== job.cleanups[i])
  return isNews
    ? { kind: 'applied', job: { ...job, cleanups }, ended: null }
    : { kind: 'ignored', why: 'nothing waits for this workflow run' }
}
