import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { isShownAlike, listingOf } from '../../../src/app/domain/job-view.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { NOW, newJob } from './run-events.ts'

const withRun = (run: Partial<Run>): Job => {
  const job = newJob()
  return { ...job, run: { ...job.run, ...run } }
}

const listed = {
  projectId: 'prj_7',
  title: 'x',
  createdBy: { kind: 'key', id: 'key_1', name: 'ci' },
  endedAt: null,
  reason: null,
}
const ended = '2027-01-15T08:00:00.000Z'

test.each<[string, Job, object]>([
  ['an open job', newJob(), {}],
  [
    'an open job with the reason and the end of an earlier attempt',
    withRun({ endedAt: NOW, reason: reason('runner-failed', 'x') }),
    {},
  ],
  ['a completed job', withRun({ state: 'succeeded', endedAt: NOW }), { endedAt: ended }],
  [
    'a completed job without changes',
    withRun({ state: 'succeeded', endedAt: NOW, reason: reason('no-change', 'x') }),
    { endedAt: ended, reason: 'no-change' },
  ],
  [
    'a failed job',
    withRun({ state: 'failed', endedAt: NOW, reason: reason('runner-failed', 'x') }),
    { endedAt: ended, reason: 'runner-failed' },
  ],
  ['a job that ended before its end was recorded', withRun({ state: 'failed', endedAt: null }), {}],
  ['a job whose texts were deleted', { ...newJob(), title: null }, { title: null }],
  [
    'a job of a batch, with metadata',
    { ...newJob(), metadata: { team: 'docs' }, batch: { id: 'batch_1', accountId: 7, number: 1 } },
    { metadata: { team: 'docs' }, batchId: 'batch_1' },
  ],
])('%s', (_, job, differs) => {
  expect(listingOf(job)).toStrictEqual({ ...listed, ...differs })
})

test('a change of what lists show is one that callers see', () => {
  const job = newJob()
  const unseen: Job = { ...job, rev: 2, lastActivityAt: NOW + 1, messages: 2 }
  expect(isShownAlike(job, unseen)).toBe(true)
  expect(isShownAlike(job, { ...job, title: 'y' })).toBe(false)
  expect(isShownAlike(job, { ...job, run: { ...job.run } })).toBe(false)
})
