import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { PendingCleanup, Run } from '../../../../src/app/domain/run.ts'
import { onWorkflowRunCompleted } from '../../../../src/app/webhooks/events/workflow-run.ts'
import { events, NOW, newJob } from '../../domain/run-events.ts'

const LATER = NOW + 60_000
const { workflow } = events.dispatching.plan

const withRun = (run: Partial<Run>, cleanups: PendingCleanup[] = []): Job => {
  const job = newJob()
  return { ...job, run: { ...job.run, workflow, ...run }, cleanups }
}

const cleanup = (run: number, workflowRunId: number | null): PendingCleanup => ({
  run,
  since: NOW,
  dueAt: LATER + 1,
  cancel: true,
  readDelivery: false,
  tries: 1,
  workflow,
  workflowRunId,
  encryptedToken: null,
})

test.each<[string, Partial<Run>]>([
  ['of this workflow run', { state: 'running', workflowRunId: 5 }],
  ['whose workflow run is not known', { state: 'dispatched', workflowRunId: null }],
])('an open run %s is due immediately', (_, run) => {
  expect(onWorkflowRunCompleted(withRun(run), 5, LATER)).toMatchObject({
    kind: 'applied',
    job: { run: { dueAt: LATER, githubChanged: true } },
  })
})

test.each<[string, Partial<Run>]>([
  ['of another workflow run', { state: 'running', workflowRunId: 6 }],
  ['that was not dispatched', { state: 'queued', workflow: null }],
  ['that is delivered', { state: 'delivered', workflowRunId: 5 }],
  ['that has ended', { state: 'failed', workflowRunId: 5 }],
])('a run %s is not due', (_, run) => {
  expect(onWorkflowRunCompleted(withRun(run), 5, LATER)).toEqual({
    kind: 'ignored',
    why: 'nothing waits for this workflow run',
  })
})

test('the cleanup of the workflow run is due immediately, and the others keep their time', () => {
  const job = withRun({ state: 'failed' }, [cleanup(1, 5), cleanup(2, null), cleanup(3, 6)])
  const after = onWorkflowRunCompleted(job, 5, LATER)
  expect(after).toMatchObject({ kind: 'applied', ended: null, job: { run: job.run } })
  expect(after.kind === 'applied' && after.job.cleanups.map(({ dueAt }) => dueAt)).toEqual([
    LATER,
    LATER,
    LATER + 1,
  ])
})

test('the cleanup of another workflow run is unchanged', () => {
  const job = withRun({ state: 'failed' }, [cleanup(1, 6)])
  expect(onWorkflowRunCompleted(job, 5, LATER).kind).toBe('ignored')
})
