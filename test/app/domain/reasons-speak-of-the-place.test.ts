import { expect, test } from 'vitest'
import { inTermsOf } from '../../../src/app/domain/reason-terms.ts'

const RETRY = "retry the job ('POST …/retry')"

test.each([
  ['dashboard', `Then ${RETRY}.`, 'Then press Retry.'],
  ['check-run', `Then ${RETRY}.`, 'Then click **Retry**.'],
  ['comment', `Then ${RETRY}.`, 'Then comment `/prentice retry`.'],
  ['command', `Then ${RETRY}.`, 'Then run the command again.'],
  ['dashboard', 'Retry the job (`POST …/retry`), or wait.', 'Press Retry, or wait.'],
  ['check-run', 'Retry the job (`POST …/retry`), or wait.', 'Click **Retry**, or wait.'],
  ['comment', 'Retry the job (`POST …/retry`), or wait.', 'Comment `/prentice retry`, or wait.'],
  ['dashboard', '`POST …/retry` repeats it', 'Retry repeats it'],
  ['check-run', "'POST …/retry' repeats it", '**Retry** repeats it'],
  ['comment', '`POST …/retry` repeats it', '`/prentice retry` repeats it'],
  ['dashboard', 'Send a message; send a message', 'Send a follow-up; send a follow-up'],
  ['check-run', 'Send a message', 'Send a message'],
  ['comment', 'Send a message; send a message', 'Write a `/prentice` comment; write a `/prentice` comment'],
  ['comment', 'resend a message', 'resend a message'],
  ['comment', 'send a messages', 'send a messages'],
] as const)('in a %s, "%s" becomes "%s"', (place, text, shown) => {
  expect(inTermsOf(place, text)).toBe(shown)
})

test.each([
  "Create a new job with another 'model', in the form 'provider/model'",
  'Create a new job with another `model`, in the form `provider/model`',
  'Create a new job with another `model`',
])('a comment says where another model is set: %s', (text) => {
  const shown = 'Set another `model` in `.github/prentice.yml`, then comment `/prentice` with what to do'
  expect(inTermsOf('comment', `${text}.`)).toBe(`${shown}.`)
  expect(inTermsOf('dashboard', text)).toBe(text)
})
