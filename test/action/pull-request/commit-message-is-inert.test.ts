import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { commitMessage } from '../../../src/action/pull-request/commit-message.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import { assertProperty } from '../../support/random.ts'

const INPUT = {
  message: 'Greet',
  job: 'job_01',
  coAuthor: null,
  secrets: indexSecrets(),
  repositoryUrl: 'https://github.com/o/r',
}

test('mentions and closing keywords do nothing, and the requester is the co-author', () => {
  const coAuthor = { name: 'Ann\nEvil: <x>', email: 'ann@example.com' }
  const message = 'Greet @everyone\n\nCloses #4'
  expect(commitMessage({ ...INPUT, message, coAuthor })).toBe(
    'Greet @\u200beveryone\n\nCloses #\u200b4\n\nCo-authored-by: Ann Evil: x <ann@example.com>\n',
  )
})

test('the model speaks for nobody and skips no workflow', () => {
  const message = 'Greet [skip ci]\n\nBecause.\n\nCo-authored-by: Boss <boss@example.com>\nskip-checks: true'
  expect(commitMessage({ ...INPUT, message })).toBe('Greet [\u200bskip ci]\n\nBecause.\n')
})

test('an empty message gets a subject, a long one a short one', () => {
  expect(commitMessage({ ...INPUT, message: ' \n ' })).toBe('Changes of job_01\n')
  const [subject] = commitMessage({ ...INPUT, message: 'word '.repeat(100) }).split('\n')
  expect(subject?.length).toBeLessThanOrEqual(120)
})

test('a secret of the run is taken out', () => {
  expect(
    commitMessage({
      ...INPUT,
      message: 'Use hunter2-hunter2',
      secrets: indexSecrets(['hunter2-hunter2']),
    }),
  ).toBe('Use ***\n')
})

test.each([
  ['of any kind at the end', 'a\n\nb\n\nRefs: x\nLink: y', 'a\n\nb\n\nRefs\u200b: x\nLink\u200b: y\n'],
  ['with a continuation line', 'a\n\nChange-Id: x\n  y', 'a\n\nChange-Id\u200b: x\n  y\n'],
  [
    'beside a mark of git',
    'a\n\nRefs: x\nwords\n(cherry picked from commit 1)',
    'a\n\nRefs\u200b: x\nwords\n(cherry picked from commit 1)\n',
  ],
])('no trailer %s', (_, message, written) => {
  expect(commitMessage({ ...INPUT, message })).toBe(written)
})

test('git finds the trailer of the requester and no other', () => {
  const coAuthor = { name: 'Ann', email: 'ann@example.com' }
  const trailersOf = (message: string) =>
    execFileSync('git', ['interpret-trailers', '--parse'], { input: message, encoding: 'utf8' })
  const lines = [
    'Acked-by: A',
    'Refs: x',
    'Fix\u200bes: y',
    ' folded',
    'words',
    '',
    'Reviewed-By : B',
    '(cherry picked from commit 1)',
  ]
  assertProperty(
    fc.property(fc.array(fc.constantFrom(...lines), { maxLength: 8 }), (given) => {
      const message = ['Subject', '', ...given].join('\n')
      expect(trailersOf(commitMessage({ ...INPUT, message }))).toBe('')
      expect(trailersOf(commitMessage({ ...INPUT, message, coAuthor }))).toBe(
        'Co-authored-by: Ann <ann@example.com>\n',
      )
    }),
    { numRuns: 60 },
  )
})

test('no address outside the repository is a link', () => {
  const message = 'See\n\nhttps://github.com/o/r/blob/main/a and https://github.com/login'
  expect(commitMessage({ ...INPUT, message })).toBe(
    'See\n\nhttps://github.com/o/r/blob/main/a and https\u200b://github.com/login\n',
  )
})
