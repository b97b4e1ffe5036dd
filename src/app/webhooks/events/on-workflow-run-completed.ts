import type { Job } from '../../domain/job.ts'
import type { Transition } from '../../domain/run-event.ts'
import { advanceRun, isEnded } from '../../domain/run-state-machine.ts'

/** Makes due what waits for this workflow run: the open run, or the cleanup of an ended one. */
export function onWorkflowRunCompleted(job: Job, workflowRunId: number, now: number): Transition {
  const { run } = job
  const isCurrent = run.workflowRunId === null || run.workflowRunId === workflowRunId
  // A delivered run waits for its verification, which does not depend on the workflow run.
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
