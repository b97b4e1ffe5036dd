import { expect, it, test } from 'vitest'
import type { CheckResult, ChecksReport } from '../../../src/action/checks/checks-report.ts'
import { renewDescription } from '../../../src/action/pull-request/pull-request-text.ts'
import {
  failedChecksSection,
  renewState,
  unfinishedSection,
} from '../../../src/action/pull-request/sections.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { reason } from '../../../src/contract/reasons.ts'

const cleaning = { secrets: openSecrets([], () => {}), repositoryUrl: 'https://github.com/acme/shop' }
const state = (text: string) => `<!-- prentice:state -->\n\n${text}\n\n<!-- /prentice:state -->`
const result = (passed: boolean): CheckResult => ({
  ...{ name: 'Tests', passed, detail: passed ? '' : 'exit code 1', output: '', seconds: 1 },
})

test('work that a limit ended is called unfinished, unless the body says so itself', () => {
  const ended = reason('time-limit', '30 minutes')
  const what = 'The run reached its limit of 30 minutes. The changes made so far are kept.'
  expect(unfinishedSection({ ended, body: 'Adds a page.' }, cleaning)).toBe(state(`**Unfinished:** ${what}`))
  expect(unfinishedSection({ ended, body: `It ended. ${what}` }, cleaning)).toBeNull()
  expect(unfinishedSection({ ended: null, body: 'Adds a page.' }, cleaning)).toBeNull()
})

test('the pull request does not show the text of a provider about a failure', () => {
  const ended = reason('model-failed', 'the account acct_1 is overdrawn')
  expect(unfinishedSection({ ended, body: 'Adds a page.' }, cleaning)).toBeNull()
})

test('a draft tells failed checks from a failed setup', () => {
  const notRun = (setup: CheckResult | null): ChecksReport => ({ kind: 'not-run', why: 'why', setup })
  expect(failedChecksSection({ kind: 'ran', results: [result(true), result(false)] })).toContain(
    '**Draft: checks of the project failed.**',
  )
  expect(failedChecksSection(notRun(result(false)))).toContain('because their setup failed.**')
  for (const report of [null, notRun(null), { kind: 'ran', results: [result(true)] } as const])
    expect(failedChecksSection(report)).toBeNull()
})

test('the state of an earlier turn is replaced or removed', () => {
  const [before, now] = [state('**Draft.**'), state('**Unfinished.**')]
  expect(renewState(`${before}\n\nBody`, { unfinished: now, failed: before })).toBe(`${now}\n\nBody`)
  expect(renewState(`${before}\n\nBody`, { unfinished: null, failed: null })).toBe('Body')
  expect(renewState('Body', { unfinished: now, failed: null })).toBe(`${now}\n\nBody`)
  // The pull request may not be a draft.
  expect(renewState('Body', { unfinished: null, failed: before })).toBe('Body')
})

const UNDESCRIBED =
  'The run ended before the agent could describe its work. The run reached its limit of 3 steps.'
const newest = { title: 'Add a page', body: 'It lists all $& jobs.' }

it.each(['\n\n', '\r\n\r\n'])(
  'a description takes the place of a missing one, and the rest stays: %j',
  (gap) => {
    const shown = { title: 'Unfinished work by Prentice', body: `${UNDESCRIBED}${gap}Closes #12` }
    expect(renewDescription(shown, newest)).toEqual({
      title: 'Add a page',
      body: 'It lists all $& jobs.\n\nCloses #12',
    })
  },
)

it('a title or a body that others wrote stays', () => {
  const shown = { title: 'A page of jobs', body: `Please review.\n\n${UNDESCRIBED}` }
  expect(renewDescription(shown, newest)).toEqual(shown)
})
