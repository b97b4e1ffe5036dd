import { expect, test } from 'vitest'
import { requesterOf } from '../../../src/app/domain/job-view.ts'
import { isAskedOverHttp } from '../../../src/app/domain/origin.ts'
import { isAskedOnGithub } from '../../../src/app/job-store/messages.ts'

const PERSON = { id: 5, login: 'ada' }

test.each([
  ['an API key', { kind: 'key', id: 'key_1', name: 'ci' } as const, true],
  ['the dashboard', { kind: 'actor', ...PERSON, via: 'dashboard' } as const, true],
  ['a workflow run', { kind: 'actor', ...PERSON } as const, false],
  ['a comment', { kind: 'github', via: 'comment', ...PERSON, issue: 1, source: 2 } as const, false],
  ['an unknown origin', undefined, true],
])('a prompt from %s: was it sent over HTTP?', (_, origin, expected) => {
  expect(isAskedOverHttp(origin)).toBe(expected)
  expect(isAskedOnGithub({ text: 'x', at: 0, ...(origin !== undefined && { origin }) })).toBe(!expected)
})

test('a deleted prompt does not count as asked on GitHub', () => {
  expect(isAskedOnGithub(null)).toBe(false)
})

test('callers see a person who asked in the dashboard as a person', () => {
  expect(requesterOf({ kind: 'actor', ...PERSON, via: 'dashboard' })).toEqual({
    kind: 'person',
    id: '5',
    name: 'ada',
  })
})
