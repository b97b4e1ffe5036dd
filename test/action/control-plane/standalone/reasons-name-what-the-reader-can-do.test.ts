import { expect, test } from 'vitest'
import { rewordEnd, rewordReason } from '../../../../src/action/control-plane/standalone/reword-reason.ts'
import { reasonOf } from '../../../../src/action/outcome/outcome.ts'
import { describeRun, NO_PROGRESS } from '../../../../src/action/outcome/progress.ts'
import { type ReasonCode, reason } from '../../../../src/contract/reasons.ts'

/** Codes that the action itself gives. */
const CODES: readonly ReasonCode[] = [
  ...(['no-change', 'cancelled', 'ref-not-found', 'config-invalid', 'input-invalid'] as const),
  ...(['working-directory-missing', 'fetch-failed', 'runner-full', 'model-unknown'] as const),
  ...(['model-key-missing', 'model-refused', 'content-refused', 'model-failed', 'quota-spent'] as const),
  ...(['context-too-long', 'step-limit', 'time-limit', 'cost-limit', 'token-limit', 'agent-stuck'] as const),
  ...(['path-protected', 'change-unsafe', 'change-too-large', 'secret-found', 'branch-moved'] as const),
  ...(['push-refused', 'pull-request-refused', 'action-failed'] as const),
]

const READERS = [
  { hasAsked: true, canRepeat: true, pull: null },
  { hasAsked: true, canRepeat: true, pull: 18 },
  { hasAsked: true, canRepeat: false, pull: null },
  { hasAsked: false, canRepeat: false, pull: null },
  { hasAsked: false, canRepeat: false, pull: 18 },
]

test.each(CODES)('%s sends nobody to the API of a server', (code) => {
  for (const reader of READERS)
    expect(rewordReason(reader, reason(code, 'x').message)).not.toMatch(/POST|message|new job|parked/i)
})

const ended = (code: ReasonCode, environment: Record<string, string>, isClaimed = true) =>
  reasonOf(
    rewordEnd(
      { environment, isClaimed },
      describeRun(NO_PROGRESS, { outcome: 'failed', reason: reason(code, 'x'), published: null }, null),
    ).ending,
  )?.message

test('a person who started a run by hand is told to run the workflow again', () => {
  const byHand = { 'INPUT_APP-URL': '', GITHUB_EVENT_NAME: 'workflow_dispatch' }
  expect(ended('model-key-missing', byHand)).toBe(
    'The workflow has no key for the model: x. Add it as a secret of the repository and pass it in `env:` of the step, then run the workflow again.',
  )
  expect(ended('model-unknown', byHand)).toBe(
    'The action cannot call the model x. Set another `model` in the workflow file, in the form `provider/model`, then run the workflow again.',
  )
})

test('a person who asked in a comment is told what to comment', () => {
  const asked = { GITHUB_EVENT_NAME: 'issue_comment' }
  expect(ended('input-invalid', asked)).toContain('then comment `/prentice retry`.')
  expect(ended('working-directory-missing', asked)).toMatch(
    /in the settings, then comment `\/prentice retry`\.$/,
  )
})

test('a change of workflow files is refused with what helps there: the settings do not', () => {
  const refused = reason('path-protected', '.github/workflows/ci.yml').message
  const helps =
    'Change workflow files yourself: no setting allows them. Allow other paths in the project settings, '
  expect(rewordReason({ hasAsked: true, canRepeat: true, pull: null }, refused)).toMatch(
    new RegExp(
      `${helps}.+, then comment \`/prentice retry\`; or write a \`/prentice\` comment that asks for a different change\\.$`,
    ),
  )
  expect(rewordReason({ hasAsked: false, canRepeat: false, pull: null }, refused)).toMatch(
    new RegExp(
      `${helps}.+, then run the workflow again; or run the workflow again with a prompt that asks for a different change\\.$`,
    ),
  )
})

test('a run that did not begin cannot be repeated: its request is made again', () => {
  expect(ended('input-invalid', { GITHUB_EVENT_NAME: 'issue_comment' }, false)).toBe(
    'An input of the action is invalid: x. Fix it in the workflow file, then comment `/prentice` with what to do.',
  )
})

test('with a server, a reason stays as it is', () => {
  const message = ended('input-invalid', {
    'INPUT_APP-URL': 'https://prentice.example.com',
    GITHUB_EVENT_NAME: 'workflow_dispatch',
  })
  expect(message).toBe(reason('input-invalid', 'x').message)
})
