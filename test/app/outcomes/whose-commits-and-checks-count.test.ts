import { expect, test } from 'vitest'
import type { CheckAttempt, PullCommit } from '../../../src/app/github/pull-request.ts'
import { isByPerson, judgeChecks } from '../../../src/app/outcomes/judge-pull-request.ts'
import { OURS, shaOf } from './delivered-job.ts'

const own = new Set([shaOf(1)])
const other = { ...OURS, sha: shaOf(9) }

test.each<[string, PullCommit, boolean]>([
  ['of a run', { ...OURS, isOfBot: false }, false],
  ['with the address of a bot, which anybody can write', { ...other, isOfBot: true }, true],
  ['of a person, made on the pages of GitHub', { ...other, isMadeByGithub: true, isOfBot: false }, true],
  ['of a bot, made through the API', { ...other, isMadeByGithub: true, isOfBot: true }, false],
  ['of "Update branch"', { ...other, parents: 2, isMadeByGithub: true, isOfBot: false }, false],
  ['of a merge that a person pushed', { ...other, parents: 2, isOfBot: false }, true],
])('a commit %s: by a person is %s', (_, commit, isPerson) => {
  expect(isByPerson(commit, own)).toBe(isPerson)
})

const attempt = (id: number, conclusion: string | null, over: Partial<CheckAttempt> = {}): CheckAttempt => ({
  ...{ id, conclusion, name: 'test', app: { id: 7, slug: 'ci' } },
  ...over,
})

test.each<[string, CheckAttempt[], 'passed' | 'failed' | undefined]>([
  ['there are none', [], undefined],
  ['all passed', [attempt(1, 'success'), attempt(2, 'skipped', { name: 'docs' })], 'passed'],
  ['one failed, and passed when it was repeated', [attempt(2, 'success'), attempt(1, 'failure')], 'failed'],
  ['one passed, and a repetition failed', [attempt(2, 'failure'), attempt(1, 'success')], 'passed'],
  ['one has not ended', [attempt(1, 'success'), attempt(2, null, { name: 'docs' })], undefined],
  ['one was cancelled', [attempt(1, 'cancelled')], undefined],
  [
    'one failed, and another has not ended',
    [attempt(1, 'failure'), attempt(2, null, { name: 'x' })],
    'failed',
  ],
  [
    'only our own check run says something',
    [attempt(1, 'failure', { app: { id: 1, slug: 'prentice' } })],
    undefined,
  ],
  [
    'two Apps use one name',
    [attempt(1, 'success'), attempt(2, 'failure', { app: { id: 8, slug: null } })],
    'failed',
  ],
])('if %s, the first checks are judged so', (_, attempts, judged) => {
  expect(judgeChecks(attempts, 'prentice')).toBe(judged)
})
