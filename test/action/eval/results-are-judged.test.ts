import { expect, test } from 'vitest'
import type { CheckResult } from '../../../src/action/checks/checks-report.ts'
import { findCutOff, markByCutOff } from '../../../src/action/eval/cut-offs.ts'
import { showsChange } from '../../../src/action/eval/find-change.ts'
import { judgeAttempt, judgePull, type Results } from '../../../src/action/eval/judge.ts'
import { summarize } from '../../../src/action/eval/summarize.ts'
import type { EvalAttempt, EvalPull } from '../../../src/contract/local-eval.ts'

const result = (name: string, exitCode: number | undefined, output = ''): CheckResult => ({
  ...{ name, passed: exitCode === 0, output, seconds: 1 },
  ...(exitCode === undefined ? {} : { exitCode }),
  detail: exitCode === undefined ? 'ended at its time limit of 60 seconds' : `exit code ${exitCode}`,
})

/** Exit codes of the checks `Tests` and `Others`. */
const ran = (tests: number | undefined, others: number | undefined = 0, output = ''): Results => [
  result('Tests', tests, output),
  result('Others', others),
]

test.each([
  ['twice each', ran(1), ran(1), ran(0), ran(0), ['Tests'], ['Others']],
  [
    'with a check that never passes, which is not counted',
    ran(1, 1),
    ran(1, 1),
    ran(0, 1),
    ran(0, 1),
    ['Tests'],
    [],
  ],
  ['that mend two checks', ran(1, 2), ran(1, 2), ran(0), ran(0), ['Tests', 'Others'], []],
])('tests that fail before and pass after are used: %s', (_, b1, b2, a1, a2, failToPass, passToPass) => {
  expect(judgePull([b1, b2], [a1, a2])).toEqual({ isUsed: true, failToPass, passToPass, isUnbuilt: false })
})

test.each([
  ['pass before', ran(0), ran(0), ran(0), ran(0), 'its tests also pass without its change'],
  ['fail after', ran(1), ran(1), ran(1), ran(1), 'after its change, this does not pass: Tests (exit code 1)'],
  [
    'fail only before the second time',
    ran(0),
    ran(1),
    ran(0),
    ran(0),
    'Tests does not always end in the same way',
  ],
  ['pass after only once', ran(1), ran(1), ran(0), ran(1), 'Tests does not always end in the same way'],
  [
    'come with another uneven check',
    ran(1),
    ran(1),
    ran(0, 0),
    ran(0, 1),
    'Others does not always end in the same way',
  ],
  [
    'take too long before',
    ran(undefined),
    ran(undefined),
    ran(0),
    ran(0),
    /^before the change, this ended for another reason/,
  ],
  [
    'are killed before',
    ran(137),
    ran(137),
    ran(0),
    ran(0),
    /^before the change, this ended for another reason/,
  ],
])('tests that %s are not used', (_, b1, b2, a1, a2, why) => {
  const verdict = judgePull([b1, b2], [a1, a2])
  expect(verdict).toEqual({ isUsed: false, why: typeof why === 'string' ? why : expect.stringMatching(why) })
})

test('tests that do not build before the change are used, and named', () => {
  const unbuilt = ran(1, 0, 'src/a.ts(1,1): error TS2305: no exported member')
  expect(judgePull([unbuilt, unbuilt], [ran(0), ran(0)])).toMatchObject({ isUsed: true, isUnbuilt: true })
})

const USED = { isUsed: true, failToPass: ['Tests'], passToPass: ['Others'], isUnbuilt: false } as const

test.each([
  ['resolves', ran(0), true, 1, 1],
  ['fixes and breaks', ran(0, 1), false, 1, 0],
  ['does nothing', ran(1), false, 0, 1],
])('a change that %s', (_, results, resolved, fixed, kept) => {
  expect(judgeAttempt(results, USED)).toEqual({
    ...{ resolved, failToPass: { passed: fixed, of: 1 }, passToPass: { passed: kept, of: 1 } },
  })
})

test('a check that never passed does not count against a change', () => {
  expect(judgeAttempt(ran(0, 1), { ...USED, passToPass: [] }).resolved).toBe(true)
})

test.each([
  ['return price * count + tax', true],
  ['Maybe so:\n```\n    return price * count + tax\n```', true],
  ['> return price * count + tax', true],
  ['+ return price * count + tax', true],
  ['The sum must be price * count + tax', false],
  ['', false],
])('a text that has a line of the change shows it: %j', (text, isShown) => {
  expect(showsChange(text, new Set(['return price * count + tax']))).toBe(isShown)
})

test.each([
  ['anthropic/claude-sonnet-5-5', '2026-06', '2026-06-30T23:59:59Z', ['before-cut-off']],
  ['anthropic/claude-sonnet-5-5', '2026-06', '2026-07-01T00:00:00Z', []],
  ['anthropic/claude-sonnet-4-5-20250929', '2025-07', '2025-07-01T00:00:00Z', ['before-cut-off']],
  ['anthropic/claude-sonnet-5-9', null, '2020-01-01T00:00:00Z', ['cut-off-unknown']],
  ['openai-compatible/llama', null, '2026-07-01T00:00:00Z', ['cut-off-unknown']],
  ['openai-compatible/mine', '2026-09', '2026-07-01T00:00:00Z', ['before-cut-off']],
])('%s has the cut-off %s', (model, cutOff, mergedAt, marks) => {
  expect(findCutOff(model, { 'openai-compatible/mine': '2026-09' })).toBe(cutOff)
  expect(markByCutOff({ mergedAt }, cutOff)).toEqual(marks)
})

const MODEL = 'openai/gpt-5'

function pull(number: number, ...attempts: readonly Partial<EvalPull['attempts'][number]>[]): EvalPull {
  const attempt: EvalAttempt = {
    ...{ model: MODEL, repeat: 1, outcome: 'changed', resolved: true, failToPass: null, passToPass: null },
    ...{
      costUsd: 1,
      seconds: 10,
      steps: 4,
      size: { files: 1, lines: 30 },
      leftOut: [],
      why: null,
      code: null,
    },
  }
  return {
    ...{ number, title: 'One', mergedAt: '2026-01-01T00:00:00Z', base: 'a', human: { files: 1, lines: 10 } },
    ...{ asked: { from: 'issue', number: 1 }, verdict: USED, marks: [] },
    attempts: attempts.map((given, at) => ({ ...attempt, repeat: at + 1, marks: [], ...given })),
  }
}

test('a summary counts runs, without those that broke', () => {
  const pulls = [
    pull(1, { costUsd: 1 }, { costUsd: 3, seconds: 30, steps: 6 }),
    pull(
      2,
      { resolved: false, costUsd: 2, seconds: 20 },
      { marks: ['shows-change'], size: { files: 1, lines: 5 } },
    ),
    pull(3, { resolved: null, costUsd: 5 }),
    pull(4, { model: 'openai/o3' }),
  ]
  expect(summarize(MODEL, { pulls, repeat: 2, cutOff: '2024-09' })).toEqual({
    ...{ model: MODEL, cutOff: '2024-09', broken: 1, costUsd: 12 },
    ...{ resolved: { passed: 3, of: 4 }, unmarked: { passed: 2, of: 3 }, always: { passed: 1, of: 2 } },
    ...{ medianCostUsd: 1.5, medianSeconds: 15, medianSteps: 4, medianSizeRatio: 3 },
  })
})
