import { describe, expect, test } from 'vitest'
import type { GithubOrigin } from '../../../src/app/domain/origin.ts'
import { commentText } from '../../../src/app/feedback/describe-job.ts'
import type { JobFacts } from '../../../src/app/feedback/job-facts.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { facts, failed, RESULT, running, succeeded, unfinished } from './facts.ts'

const firstLine = (given: JobFacts): string => (commentText(given).split('\n')[0] ?? '').trimEnd()

const pullRequest = (state: 'merged' | 'closed') => ({
  pullRequest: { number: 18, url: 'https://github.com/acme/docs/pull/18', state },
})
const over = (state: 'merged' | 'closed', job: Partial<JobFacts['job']> = {}): JobFacts =>
  succeeded({ job: { ...pullRequest(state), ...job } })

const PLAN = [
  { text: 'Read', done: true },
  { text: 'Fix the test', done: false },
  { text: 'Tell @everyone', done: false },
]

describe('the first line has state, files, checks, time and money', () => {
  test.each<[string, JobFacts]>([
    ['⏳ Queued · 2 min', facts()],
    ['⏳ Waiting for its turn · 2 min', facts({ run: { waiting: true } })],
    ['⏳ Paused by the operator of this server · 2 min', facts({ run: { waiting: true }, isHeld: true })],
    [
      '⏳ Parked until 14:00 UTC: the quota of the model is used up',
      facts({ run: { number: 2, parkedUntil: Date.parse('2026-11-20T14:00:00Z') } }),
    ],
    [
      '⏳ Parked until 2026-11-21 03:30 UTC: the quota of the model is used up',
      facts({ run: { number: 2, parkedUntil: Date.parse('2026-11-21T03:30:00Z') } }),
    ],
    ['⏳ Waiting for a runner · 2 min', facts({ run: { state: 'dispatched' } })],
    ['⏳ Preparing · 2 min · $0 of $5', running()],
    [
      '⏳ Working (step 3) · 2 min · $0.09 of $5',
      running({ progress: { stage: 'agent', step: 3, costUsd: 0.09 } }),
    ],
    ['⏳ Working (step 3) · 2 min', running({ progress: { stage: 'agent', step: 3, costUsd: null } })],
    [
      '⏳ Fix the test (2 of 3) · 2 min · $0 of $5',
      running({ progress: { stage: 'agent', step: 3, plan: PLAN } }),
    ],
    [
      '⏳ Working (step 3) · 2 min · $0 of $5',
      running({ progress: { stage: 'agent', step: 3, plan: PLAN }, isConfidential: true }),
    ],
    ['⏳ Publishing the change · 2 min · $0 of $5', running({ run: { state: 'publishing' } })],
    ['⏳ Verifying the result on GitHub · 2 min · $0 of $5', running({ run: { state: 'delivered' } })],
    ['✅ #18 ready · 3 files · npm test passed · 4 min · $0.21', succeeded()],
    [
      '✅ No change made · 4 min · $0.21',
      succeeded({ result: null, job: { pullRequest: null }, run: { report: null } }),
    ],
    ['✅ No change made to #18 · 4 min · $0.21', succeeded({ result: null, run: { report: null } })],
    ['✅ #18 updated · 3 files · npm test passed · 4 min · $0.21', succeeded({ startSha: 'b'.repeat(40) })],
    ['✅ #18 ready · 3 files · npm test passed · 4 min · $0.21', succeeded({ run: { number: 2 } })],
    ['✅ #18 merged · 3 files · npm test passed · 4 min · $0.21', over('merged')],
    ['🛑 #18 closed, not merged · 3 files · npm test passed · 4 min · $0.21', over('closed')],
    ['⏳ Queued · 2 min', facts({ job: over('merged').job, run: { number: 2 } })],
    [
      '✅ #18 merged · 3 files · 4 min · $0.21',
      { ...unfinished(), job: { ...unfinished().job, ...pullRequest('merged') } },
    ],
    [
      '❌ #18 was not updated: The branch does not exist in the repository: x · 4 min · $0.21',
      failed(reason('ref-not-found', 'x'), { job: pullRequest('merged') }),
    ],
    [
      '⚠️ #18 has unfinished work: The run reached its limit of 30 minutes. The changes made so far are kept · 3 files · 4 min · $0.21',
      unfinished(),
    ],
    [
      '❌ No pull request: The workflow has no key for the model: ANTHROPIC_API_KEY · 4 min · $0.21',
      failed(reason('model-key-missing', 'ANTHROPIC_API_KEY')),
    ],
    [
      '❌ No pull request: The branch does not exist in the repository: nowhere · $0',
      failed(reason('ref-not-found', 'nowhere'), { run: { claimedAt: null, usage: null } }),
    ],
    [
      '🛑 Cancelled by ana. Commits that were already pushed remain on the branch · 4 min · $0.21',
      failed(reason('cancelled', 'ana'), { run: { state: 'cancelled' } }),
    ],
  ])('%s', (line, given) => expect(firstLine(given)).toBe(line))
})

test.each([
  [{ notRun: 'no isolation', results: [] }, 'checks did not run'],
  [{ notRun: null, results: [check('a', true), check('b', true)] }, '2 checks passed'],
  [{ notRun: null, results: [check('a', true), check('b', false)] }, 'b failed'],
  [{ notRun: null, results: [check('a', false), check('b', false)] }, '2 of 2 checks failed'],
])('the result of the checks: %j', (checks, shown) =>
  expect(firstLine(succeeded({ result: { ...RESULT, checks } }))).toContain(` · ${shown} · `),
)

function check(name: string, passed: boolean) {
  return { name, passed, detail: '', seconds: 1 }
}

test('a failed check is a warning', () => {
  const checks = { notRun: null, results: [check('npm test', false)] }
  expect(firstLine(succeeded({ result: { ...RESULT, checks } }))).toBe(
    '⚠️ #18 has a failed check · 3 files · npm test failed · 4 min · $0.21',
  )
})

test('the comment names the person who sent the last prompt', () => {
  const origin = { kind: 'github', via: 'review', id: 6, login: 'bea', issue: 18, source: 1 } as const
  const text = commentText(running({ lastPrompt: { origin, title: 'use tabs' } }))
  expect(text.split('\n')[1]).toBe('@bea asked in a review: "use tabs"')
  const label = { ...origin, via: 'label' } as const
  expect(commentText(running({ job: { origin: label } })).split('\n')[1]).toBe(
    '@bea asked with a label: "fix this"',
  )
  const dashboard = { kind: 'actor', id: 6, login: 'bea', via: 'dashboard' } as const
  expect(commentText(running({ job: { origin: dashboard } })).split('\n')[1]).toBe(
    '@bea asked in the dashboard: "fix this"',
  )
  expect(commentText(running({ lastPrompt: null })).split('\n')[1]).toBe('@ana asked')
})

test('the issue that the pull request closes is named', () => {
  const secondLine = (given: JobFacts) => commentText(given).split('\n')[1]
  expect(secondLine(succeeded())).toBe('@ana asked: "fix this" · Closes #12')
  expect(secondLine(succeeded({ isConfidential: true }))).toBe('@ana asked · Closes #12')
  expect(secondLine(succeeded({ job: { pullRequest: null } }))).toBe('@ana asked: "fix this"')
  const origin = { ...facts().job.origin, onPullRequest: true } as GithubOrigin
  expect(secondLine(succeeded({ job: { origin } }))).toBe('@ana asked: "fix this"')
})

describe('the third line says what to do next', () => {
  test.each<[string, JobFacts]>([
    ['Stop it: `/prentice stop`', running()],
    ['Change it: reply on #18 with `/prentice` and what to change', succeeded()],
    ['To change more, comment `/prentice` with what to change: it opens a new pull request', over('merged')],
    ['To change more, comment `/prentice` with what to change: it opens a new pull request', over('closed')],
    [
      'The job is archived. To ask for more, comment `/prentice` with what to do: it starts a new job',
      over('merged', { archivedAt: 1 }),
    ],
    [
      'The job is archived. To ask for more, comment `/prentice` with what to do: it starts a new job',
      failed(reason('ref-not-found', 'x'), { job: { archivedAt: 1 } }),
    ],
    [
      'Push the branch, then comment `/prentice retry`; or create a new job with another',
      failed(reason('ref-not-found', 'x')),
    ],
    [
      'set another `model` in `.github/prentice.yml`, then comment `/prentice` with what to do',
      failed(reason('model-refused', '404')),
    ],
    ['Write a `/prentice` comment to continue.', unfinished()],
    [
      'Write a `/prentice` comment to continue, or comment `/prentice retry`.',
      failed(reason('cancelled', 'ana'), { run: { state: 'cancelled' } }),
    ],
  ])('%s', (line, given) => expect(commentText(given).split('\n')[3]).toContain(line))

  test.each([
    ['model-key-missing', '[Add the secret](https://github.com/acme/docs/settings/secrets/actions/new)'],
    [
      'path-protected',
      '[Open the settings file](https://github.com/acme/docs/blob/HEAD/.github/prentice.yml)',
    ],
    ['actions-disabled', '[Open the settings of Actions](https://github.com/acme/docs/settings/actions)'],
  ] as const)('where to fix %s', (code, link) => {
    const given = failed(reason(code, 'x'))
    expect(commentText(given).split('\n')[3]).toContain(`. ${link}`)
    expect(commentText({ ...given, isConfidential: true })).toContain(link)
  })

  test('a saved patch is published by a retry', () => {
    const why = reason('push-refused', 'no')
    const saved = `${why.message} \`POST …/retry\` publishes it without another call of the model.`
    const text = commentText(failed({ ...why, message: saved }))
    expect(text).toContain('`/prentice retry` publishes it without another call of the model.')
  })
})

test('a finished job as a whole', () => {
  expect(commentText(succeeded())).toMatchSnapshot()
})

test('a working job as a whole', () => {
  const log = ['read README.md', 'refused: edit .github/x.yml']
  expect(commentText(running({ progress: { stage: 'agent', step: 2, log } }))).toMatchSnapshot()
})

test('a comment has at most 60,000 characters', () => {
  const results = Array.from({ length: 20 }, () => ({
    ...check('n'.repeat(100), false),
    detail: 'd'.repeat(300),
  }))
  const summary = '@'.repeat(10_000)
  const long = commentText(succeeded({ result: { ...RESULT, summary, checks: { notRun: null, results } } }))
  expect(long.length).toBeLessThan(60_000)
  expect(long).toContain('<!-- prentice:job job_01 -->')
})

test('the checklist of the agent is folded, and is not shown of a confidential job', () => {
  const progress = { stage: 'agent', plan: PLAN } as const
  const text = commentText(running({ progress }))
  expect(text).toContain(
    '<summary>Checklist (1 of 3 done)</summary>\n\n- [x] Read\n- [ ] Fix the test\n- [ ] Tell',
  )
  expect(text).not.toContain('@everyone')
  expect(commentText(running({ progress, isConfidential: true }))).not.toContain('Plan')
})
