import { expect, test } from 'vitest'
import { closedIssueOf, requesterOf } from '../../../src/app/domain/job-view.ts'
import type { Origin } from '../../../src/app/domain/origin.ts'

const origins: [Origin, object][] = [
  [
    { kind: 'key', id: 'key_1', name: 'ci' },
    { kind: 'key', id: 'key_1', name: 'ci' },
  ],
  [
    { kind: 'actor', id: 5, login: 'ann' },
    { kind: 'person', id: '5', name: 'ann' },
  ],
  [
    { kind: 'github', via: 'review', id: 5, login: 'ann', issue: 12, source: 900 },
    { kind: 'person', id: '5', name: 'ann' },
  ],
  [
    { kind: 'watch', id: 'prj_8', name: 'acme/api' },
    { kind: 'watch', id: 'prj_8', name: 'acme/api' },
  ],
  [
    { kind: 'settings', id: 'on-conflict', name: 'a conflict' },
    { kind: 'settings', id: 'on-conflict', name: 'a conflict' },
  ],
]

test.each(origins)('callers see who asked: %j', (origin, requester) => {
  expect(requesterOf(origin)).toEqual(requester)
})

const comment = { kind: 'github', via: 'comment', id: 5, login: 'ann', issue: 12, source: 900 } as const

test.each<[Origin, number | null]>([
  [comment, 12],
  [{ ...comment, onPullRequest: true }, null],
  [{ kind: 'key', id: 'key_1', name: 'ci' }, null],
])('the pull request of a job of %j closes issue %s', (origin, issue) => {
  expect(closedIssueOf({ origin })).toBe(issue)
})
