import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import { feedbackAgain, feedbackEntry, feedbackKeys } from '../../../src/app/job-store/job-commit.ts'
import { NOW, newJob } from '../domain/run-events.ts'
import { memoryStore } from './memory-store.ts'

const ASKED = { kind: 'github', via: 'comment', id: 5, login: 'ann', issue: 12, source: 900 } as const
const jobWith = (run: Partial<Run> = {}, job: Partial<Job> = {}): Job => {
  const before = newJob()
  return { ...before, ...job, run: { ...before.run, ...run } }
}
const onGithub = (run: Partial<Run> = {}): Job => jobWith(run, { origin: ASKED })

const entryAt = (at: number) => ({
  set: [{ key: feedbackKeys.show({ project: 'prj_7', job: newJob().id }, at), value: '' }],
})

test('a job that was asked for on GitHub is shown from its creation on', () => {
  expect(feedbackEntry(null, onGithub())).toEqual(entryAt(NOW))
})

test('any other job is shown from its first commit on', () => {
  expect(feedbackEntry(null, jobWith())).toEqual({})
  expect(feedbackEntry(jobWith(), jobWith({ claimedAt: NOW + 1 }))).toEqual({})
  expect(feedbackEntry(jobWith(), jobWith({}, { branchExists: true }))).toEqual(entryAt(NOW))
})

test.each<[string, Job, Job, number]>([
  ['is claimed', onGithub(), onGithub({ claimedAt: NOW + 1 }), NOW + 1],
  ['ends', onGithub({ claimedAt: NOW + 1 }), onGithub({ claimedAt: NOW + 1, endedAt: NOW + 2 }), NOW + 2],
  ['is followed by another', onGithub(), onGithub({ number: 2, queuedAt: NOW + 3 }), NOW + 3],
])('a run that %s is shown', (_, before, after, at) => {
  expect(feedbackEntry(before, after)).toEqual(entryAt(at))
})

test('a change that people do not see is not queued', () => {
  expect(feedbackEntry(onGithub(), onGithub({ attempts: 1 }))).toEqual({})
  expect(feedbackEntry(onGithub({ claimedAt: 1 }), onGithub({ claimedAt: 2 }))).toEqual({})
})

test('only a job that is already shown is queued for feedback again', async () => {
  const { store } = await memoryStore()
  const job = newJob()
  expect(await feedbackAgain(store, job, NOW + 7)).toEqual({})
  await store.commit({ set: [{ key: feedbackKeys.shown(job.id), value: '{}' }] })
  expect(await feedbackAgain(store, job, NOW + 7)).toEqual(entryAt(NOW + 7))
})
