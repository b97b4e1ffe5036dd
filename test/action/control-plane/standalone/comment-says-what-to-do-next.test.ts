import { expect, test } from 'vitest'
import { endedComment } from '../../../../src/action/control-plane/standalone/report-comment.ts'
import type { Outcome, RunOutcome } from '../../../../src/action/outcome/outcome.ts'
import { cancelledBy } from '../../../../src/action/outcome/outcome.ts'
import { reason } from '../../../../src/contract/reasons.ts'

const FACTS = {
  repositoryUrl: 'https://github.com/o/r',
  base: 'main',
  branch: 'prentice/abc',
  logUrl: 'https://github.com/o/r/actions/runs/1',
}
const PUBLISHED = {
  branch: 'prentice/abc',
  headSha: 'a'.repeat(40),
  pullRequest: { number: 18, url: 'https://github.com/o/r/pull/18' },
}

const ended = (ending: Outcome): RunOutcome => ({
  ...{ ending, summary: null, usage: null, perStep: [], files: [], notices: [], checks: null },
  ...{ patchPath: null, transcriptPath: null, patchDescription: null },
})
const failed = (why: Parameters<typeof reason>[0], published: typeof PUBLISHED | null = null): Outcome => ({
  outcome: 'failed',
  reason: reason(why, 'x'),
  published,
})

test.each<[string, Outcome]>([
  [
    'Change it: comment on #18 with `/prentice` and what to change',
    { outcome: 'published', published: PUBLISHED },
  ],
  ['Write a `/prentice` comment on #18 to continue.', failed('step-limit', PUBLISHED)],
  ['Write a `/prentice` comment that says what to do differently.', failed('agent-stuck')],
  ['Check the status page of the model provider, then comment `/prentice retry`.', failed('model-failed')],
  [
    'Check the key and the account, then comment `/prentice retry`. If the name of the model is wrong, set another `model` in the workflow file, then comment `/prentice` with what to do.',
    failed('model-refused'),
  ],
  ['Repeat it: `/prentice retry`', cancelledBy('ana')],
])('%s', (next, ending) => {
  expect(endedComment(ended(ending), FACTS).split('\n')[2]).toBe(next)
})
