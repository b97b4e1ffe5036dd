import { expect, test } from 'vitest'
import type { CheckResult, ChecksReport } from '../../../../src/action/checks/checks-report.ts'
import {
  describeForbidden,
  endedComment,
  saysSuccess,
} from '../../../../src/action/control-plane/standalone/report-comment.ts'
import { cancelledBy, type Outcome, type RunOutcome } from '../../../../src/action/outcome/outcome.ts'
import { nameBothReasons } from '../../../../src/action/outcome/run-failure.ts'
import { reason } from '../../../../src/contract/reasons.ts'

const FACTS = {
  repositoryUrl: 'https://github.com/o/r',
  base: 'main',
  branch: 'prentice/abc',
  pull: null,
  closes: null,
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
  [
    'Repeat it: `/prentice retry`. If nobody cancelled it, it reached `timeout-minutes` of the workflow file: raise that first.',
    cancelledBy('the runner'),
  ],
])('%s', (next, ending) => {
  expect(endedComment(ended(ending), FACTS).split('\n')[2]).toBe(next)
})

/** State and measures, without the link to the log. */
const firstLine = (end: RunOutcome, more: Partial<typeof FACTS> | { pull: number } = {}): string =>
  endedComment(end, { ...FACTS, ...more })
    .split('\n', 1)
    .join('')
    .replace(/ · \[log\]\(.*/, '')

test('a run that could not continue its pull request names it', () => {
  expect(firstLine(ended(failed('model-failed')), { pull: 18 })).toBe(
    '❌ #18 was not updated: The model could not be reached or gave no usable answer: x.',
  )
  expect(firstLine(ended({ outcome: 'published', published: PUBLISHED }), { pull: 18 })).toBe(
    '✅ #18 updated',
  )
})

test('a pull request in place of one that was closed meanwhile is ready', () => {
  expect(firstLine(ended({ outcome: 'published', published: PUBLISHED }), { pull: 12 })).toBe('✅ #18 ready')
})

const check = (name: string, passed: boolean): CheckResult => ({
  ...{ name, passed, seconds: 1, output: '' },
  detail: passed ? '' : 'failed with exit code 1',
})

test.each<[string, ChecksReport]>([
  ['✅ #18 ready · Tests passed', { kind: 'ran', results: [check('Tests', true)] }],
  ['✅ #18 ready · 2 checks passed', { kind: 'ran', results: [check('a', true), check('b', true)] }],
  [
    '⚠️ #18 has a failed check · Lint failed',
    { kind: 'ran', results: [check('Tests', true), check('Lint', false)] },
  ],
  [
    '⚠️ #18 has a failed check · 2 of 2 checks failed',
    { kind: 'ran', results: [check('Tests', false), check('Lint', false)] },
  ],
  ['✅ #18 ready · checks did not run', { kind: 'not-run', why: 'x', setup: null }],
  [
    '⚠️ #18 has a failed check · checks did not run',
    { kind: 'not-run', why: 'setup failed', setup: check('npm ci', false) },
  ],
])('%s', (line, checks) => {
  expect(firstLine({ ...ended({ outcome: 'published', published: PUBLISHED }), checks })).toBe(line)
})

test('a run whose checks failed has done its work: `retry` would open a second pull request', () => {
  const checks: ChecksReport = { kind: 'ran', results: [check('Lint', false)] }
  const published: Outcome = { outcome: 'published', published: PUBLISHED }
  expect(saysSuccess(endedComment({ ...ended(published), checks }, FACTS))).toBe(true)
  expect(saysSuccess(endedComment(ended(failed('step-limit', PUBLISHED)), FACTS))).toBe(false)
})

test('the name of a check has no effect', () => {
  const checks: ChecksReport = { kind: 'ran', results: [check('@everyone #1', false)] }
  const line = firstLine({ ...ended({ outcome: 'published', published: PUBLISHED }), checks })
  expect(line).toContain('@\u200beveryone #\u200b1 failed')
})

test('a run without a change says what the agent may not change', () => {
  const reasonOf = reason('no-change', 'x')
  const obstacle = 'it may not change .github/x.yml (protected: only `paths.unprotect` allows it).'
  const comment = endedComment(
    ended({ outcome: 'no-change', headSha: null, reason: reasonOf, obstacle }),
    FACTS,
  )
  expect(comment.split('\n')[2]).toBe(
    'The agent could not: it may not change .github/x.yml (protected: only `paths.unprotect` allows it). Write a `/prentice` comment that asks for another change; or, if the settings can allow it, change them and comment `/prentice retry`.',
  )
  expect(comment).toMatch(/^⚠️ No change made/)
  expect(saysSuccess(comment)).toBe(false)
})

const FORBIDDEN = reason(
  'pull-request-refused',
  '403 GitHub Actions is not permitted to create or approve pull requests',
)
const forbidden: Outcome = { outcome: 'failed', reason: FORBIDDEN, published: null }
const WORDS = { title: 'Mark it', body: 'A mark.', commitMessage: 'Mark it', files: [], endedBy: null }

test('the prefilled page of a pull request closes the issue', () => {
  const comment = endedComment({ ...ended(forbidden), patchDescription: WORDS }, { ...FACTS, closes: 7 })
  expect(comment).toContain('⚠️ The branch `prentice/abc` is ready, but')
  expect(comment).toContain('title=Mark+it&body=A+mark.%0A%0ACloses+%237)')
})

test('a branch with the work of a run that ended early is not called ready', () => {
  const early = nameBothReasons(forbidden, reason('cost-limit', '5 USD'))
  const comment = endedComment(ended(early), FACTS)
  expect(comment).toContain(
    '⚠️ The branch `prentice/abc` has unfinished work: The run reached its limit of 5 USD.',
  )
  expect(comment).toContain('[Open the pull request](')
  expect(comment).not.toContain('ready')
  expect(describeForbidden(ended(early), FACTS)).toContain('has unfinished work')
})

test('nothing is said of parked jobs, which need a server', () => {
  expect(endedComment(ended(failed('quota-spent')), FACTS)).not.toContain('arked')
})
