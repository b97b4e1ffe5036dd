import { expect, test } from 'vitest'
import { nextStep, Reason, reason, retryHelps } from '../../src/contract/reasons.ts'

const CODES = Reason.shape.code.options
const RETRY = '`POST …/retry`'

/** Where the same request would fail again, whatever a person does outside of the job. */
const WITHOUT_RETRY = [
  ...[
    'no-change',
    'input-required',
    'nothing-to-review',
    'cancelled',
    'model-unknown',
    'content-refused',
    'context-too-long',
  ],
  ...[
    'step-limit',
    'time-limit',
    'cost-limit',
    'token-limit',
    'agent-stuck',
    'output-invalid',
    'change-unsafe',
    'secret-found',
    'update-refused',
    'working-directory-missing',
    // Nothing was created that could be retried.
    'paused',
  ],
]

test('retry is offered for every code where it helps, and for no other', () => {
  expect(CODES.filter((code) => !retryHelps(code)).toSorted()).toEqual(WITHOUT_RETRY.toSorted())
  const offered = CODES.filter((code) => reason(code, 'the detail').message.includes(RETRY))
  // Nothing failed where somebody cancelled: the retry begins that work anew.
  expect(offered).toEqual(CODES.filter((code) => code === 'cancelled' || retryHelps(code)))
})

test.each(CODES)('%s says what to do next in whole sentences', (code) => {
  const { message } = reason(code, 'the detail')
  expect(message).toMatch(/^[A-Z`.].*\.$/)
  expect(message).not.toContain('{detail}')
  expect(message).not.toMatch(/\. [a-z]|\.\.|try again/)
  switch (nextStep(code)) {
    case 'retry':
      expect(message).toMatch(/\b[Rr]etry\b/)
      return
    case 'message':
      expect(message).toMatch(/\b[Ss]end a message\b/)
      return
    case 'new-job':
      expect(message).toMatch(/\b[Cc]reate a new job\b/)
  }
})

test('a new job is suggested where a message cannot change the cause', () => {
  expect(reason('ref-not-found', 'nosuch').message).toContain('create a new job with another `ref`')
  expect(reason('model-unknown', 'a/b').message).toContain('Create a new job with another `model`')
})

test('no message tells a person to copy a template that has placeholders', () => {
  const messages = CODES.map((code) => reason(code, 'the detail').message)
  expect(messages.filter((message) => message.includes('docs/workflow.yml'))).toEqual([])
  expect(
    messages.filter((message) =>
      message.includes(
        'the workflow file of Prentice, which its operator prints with the command `workflow` of the server',
      ),
    ),
  ).toHaveLength(4)
})

test('a detail that ends with a full stop gets no second one', () => {
  const { message } = reason('permission-missing', 'The permissions requested are not granted.')
  expect(message).toMatch(
    /^The GitHub App lacks a permission: The permissions requested are not granted\. Ask /,
  )
  expect(reason('permission-missing', 'and so on...').message).toContain('and so on....')
})
