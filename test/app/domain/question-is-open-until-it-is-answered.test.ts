import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import {
  endedWithQuestion,
  hasOpenPullRequest,
  mayEndWithQuestion,
  newRun,
  openQuestion,
  openRun,
  recordMode,
  repeatRun,
} from '../../../src/app/domain/turns.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { NOW, newJob } from './run-events.ts'

const LATER = NOW + 5_000

/** Run 2 of prompts 2 and 3 ended with a question, and message 4 came after it. */
function asked(over: Partial<Job> = {}): Job {
  const job = { ...newJob(4), taken: 3, questions: true as const, asked: { run: 2, first: 2 } }
  const run = { ...job.run, number: 2, first: 2, last: 3, state: 'succeeded' as const, endedAt: NOW }
  return { ...job, run, ...over }
}

test('the run after a question has its prompts and the answer, and names the run that asked', () => {
  expect(openRun(asked(), LATER).run).toEqual({ ...newRun(3, 2, 4, LATER), answers: 2 })
})

test('without an answer, or without a question, the next run has the new message only', () => {
  expect(openRun(asked(), LATER, false).run).toEqual(newRun(3, 4, 4, LATER))
  expect(openRun(asked({ asked: undefined }), LATER).run).toEqual(newRun(3, 4, 4, LATER))
  const inMode = asked()
  expect(openRun({ ...inMode, ...recordMode(inMode, 4, 'ask') }, LATER).run).toEqual({
    ...newRun(3, 4, 4, LATER),
    mode: 'ask',
  })
})

test('prompts of another mode between question and answer keep the two apart', () => {
  const job = { ...asked(), messages: 5, taken: 4 }
  expect(openRun({ ...job, ...recordMode(job, 4, 'ask'), ...recordMode(job, 5, null) }, LATER).run).toEqual(
    expect.objectContaining({ first: 5, last: 5 }),
  )
})

test('a retry answers the same question, and one of another run none', () => {
  const job = asked()
  expect(repeatRun({ ...job, run: { ...job.run, answers: 1 } }, LATER).run.answers).toBe(1)
  expect('answers' in repeatRun(job, LATER).run).toBe(false)
  expect('mode' in repeatRun(job, LATER).run).toBe(false)
})

test('a question is open after the end of the run, until the job is archived', () => {
  expect(openQuestion(asked())).toBe(2)
  expect(openQuestion(asked({ archivedAt: NOW }))).toBeNull()
  expect(openQuestion(asked({ asked: undefined }))).toBeNull()
  expect(openQuestion(asked({ run: newRun(3, 2, 4, LATER) }))).toBeNull()
})

test('a run may ask if the job allows it, no question is open, and it makes a change', () => {
  const job = asked({ asked: undefined })
  expect(mayEndWithQuestion(job)).toBe(true)
  expect(mayEndWithQuestion(asked())).toBe(false)
  expect(mayEndWithQuestion({ ...job, questions: undefined })).toBe(false)
  expect(mayEndWithQuestion({ ...job, run: { ...job.run, mode: 'ask' } })).toBe(false)
})

test('the reason of a run says whether it asked', () => {
  expect(endedWithQuestion({ reason: reason('input-required', 'Which one?') })).toBe(true)
  expect(endedWithQuestion({ reason: reason('no-change', 'All is done.') })).toBe(false)
  expect(endedWithQuestion({ reason: null })).toBe(false)
})

test.each([
  ['draft', true],
  ['open', true],
  [undefined, true],
  ['merged', false],
  ['closed', false],
] as const)('a pull request that is %s takes a merge of the base: %s', (state, isOpen) => {
  const pullRequest = { number: 1, url: 'https://github.com/acme/docs/pull/1', state }
  expect(hasOpenPullRequest({ pullRequest, branchExists: true })).toBe(isOpen)
  expect(hasOpenPullRequest({ pullRequest, branchExists: false })).toBe(false)
  expect(hasOpenPullRequest({ pullRequest: null, branchExists: true })).toBe(false)
})
