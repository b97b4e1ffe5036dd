import { expect, test } from 'vitest'
import { jobQueueKeys, otherReviewerKeys } from '../../../src/app/job-store/job-commit.ts'
import { dueLater, parseQueueKey } from '../../../src/app/store/keys.ts'

const key = { project: 'prj_1', job: 'job_1' }

test('a time beyond the range of a key sorts last', () => {
  const today = jobQueueKeys.due(key, 1_800_000_000_000)
  const absurd = jobQueueKeys.due(key, 1_800_000_060_000_000)
  expect([absurd, today].sort()).toEqual([today, absurd])
  expect(parseQueueKey(absurd)?.at).toBe(9_999_999_999_999)
})

test('an entry moves to a later time in every queue, also in one with a hyphen in its name', () => {
  expect(dueLater(jobQueueKeys.due(key, 1), 2)).toBe(jobQueueKeys.due(key, 2))
  expect(dueLater(otherReviewerKeys.pull('prj_1', 7, 1), 2)).toBe(otherReviewerKeys.pull('prj_1', 7, 2))
})
