import { expect, test } from 'vitest'
import type { Origin } from '../../../src/app/domain/job.ts'
import { requesterOf } from '../../../src/app/domain/job-view.ts'

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
]

test.each(origins)('callers see who asked: %j', (origin, requester) => {
  expect(requesterOf(origin)).toEqual(requester)
})
