import { expect, test } from 'vitest'
import { writeCommitMessage } from '../../../src/action/git/write-commit-message.ts'

const INPUT = { message: 'Greet', job: 'job_01', coAuthor: null, secrets: [] }

test('mentions and closing keywords do nothing, and the requester is the co-author', () => {
  const coAuthor = { name: 'Ann\nEvil: <x>', email: 'ann@example.com' }
  const message = 'Greet @everyone\n\nCloses #4'
  expect(writeCommitMessage({ ...INPUT, message, coAuthor })).toBe(
    'Greet @\u200beveryone\n\nCloses #\u200b4\n\nCo-authored-by: Ann Evil: x <ann@example.com>\n',
  )
})

test('the model speaks for nobody and skips no workflow', () => {
  const message = 'Greet [skip ci]\n\nBecause.\n\nCo-authored-by: Boss <boss@example.com>\nskip-checks: true'
  expect(writeCommitMessage({ ...INPUT, message })).toBe('Greet [\u200bskip ci]\n\nBecause.\n')
})

test('an empty message gets a subject, a long one a short one', () => {
  expect(writeCommitMessage({ ...INPUT, message: ' \n ' })).toBe('Changes of job_01\n')
  const [subject] = writeCommitMessage({ ...INPUT, message: 'word '.repeat(100) }).split('\n')
  expect(subject?.length).toBeLessThanOrEqual(120)
})

test('a secret of the run is taken out', () => {
  expect(writeCommitMessage({ ...INPUT, message: 'Use hunter2-hunter2', secrets: ['hunter2-hunter2'] })).toBe(
    'Use ***\n',
  )
})
