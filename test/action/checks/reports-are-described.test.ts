import { expect, test } from 'vitest'
import {
  allPassed,
  type CheckResult,
  type ChecksReport,
  describeForModel,
  describeResult,
  failuresOf,
  listReport,
  withTexts,
} from '../../../src/action/checks/checks-report.ts'

const passed: CheckResult = {
  name: 'Lint',
  passed: true,
  detail: 'exit code 0',
  seconds: 1.26,
  output: 'fine',
}
const failed: CheckResult = {
  name: 'Tests',
  passed: false,
  detail: 'exit code 1',
  seconds: 9.96,
  output: ' no \n',
}
const ran: ChecksReport = { kind: 'ran', results: [passed, failed] }
const notRun: ChecksReport = { kind: 'not-run', why: 'the runner is full', setup: null }
const notSetUp: ChecksReport = { kind: 'not-run', why: 'their setup failed', setup: failed }

test.each([
  [passed, '✓ Lint: passed after 1.3 s'],
  [failed, '✗ Tests: exit code 1 after 10.0 s'],
  [{ ...failed, seconds: 9.94 }, '✗ Tests: exit code 1 after 9.9 s'],
  [{ ...passed, seconds: 10 }, '✓ Lint: passed after 10 s'],
  [{ ...passed, seconds: 12.5 }, '✓ Lint: passed after 13 s'],
])('%j', (result, text) => {
  expect(describeResult(result)).toBe(text)
})

test('a report is listed with its results, or with why there are none', () => {
  expect(listReport(ran)).toEqual(['✓ Lint: passed after 1.3 s', '✗ Tests: exit code 1 after 10.0 s'])
  expect(listReport(notRun)).toEqual(['The checks did not run: the runner is full.'])
  expect(listReport(notSetUp)).toEqual([
    'The checks did not run: their setup failed.',
    '✗ Tests: exit code 1 after 10.0 s',
  ])
})

test('failures are those of checks, or of the setup', () => {
  expect([ran, notRun, notSetUp].map(failuresOf)).toEqual([[failed], [], [failed]])
  expect([ran, { ...ran, results: [passed] }, { ...ran, results: [] }, notRun].map(allPassed)).toEqual([
    ...[false, true, true, false],
  ])
})

test('the model gets the list and the output of what failed, redacted', () => {
  const redact = (text: string) => text.replaceAll('no', '***').replaceAll('Tests', 'T***')
  expect(describeForModel(ran, redact)).toEqual({
    text: "Not finished: the project's checks ran on your change, and not all passed. They run on a copy without network access, with the dependencies of the base commit installed. Fix what your change broke, then finish again. If a failure has another cause or cannot be fixed here, finish again and say so in the body.",
    data: '✓ Lint: passed after 1.3 s\n✗ T***: exit code 1 after 10.0 s\n\n== T*** ==\n***',
  })
  expect(describeForModel(notRun, redact).data).toBe('The checks did ***t run: the runner is full.')
})

test('a change of texts reaches names, outputs and why, and nothing else', () => {
  const change = (text: string) => `<${text}>`
  const changed = { ...failed, name: '<Tests>', output: '< no \n>' }
  expect(withTexts({ kind: 'ran', results: [failed] }, change)).toEqual({ kind: 'ran', results: [changed] })
  expect(withTexts(notRun, change)).toEqual({ ...notRun, why: '<the runner is full>' })
  expect(withTexts(notSetUp, change)).toEqual({ ...notSetUp, why: '<their setup failed>', setup: changed })
})
