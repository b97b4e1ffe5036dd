import { expect, test } from 'vitest'
import { compareResults } from '../tasks/support/compare-results.ts'
import { parseLines, type ResultLine } from '../tasks/support/result-line.ts'

const line = (task: string, more: Partial<ResultLine> = {}): ResultLine => ({
  ...{ task, category: 'fix', model: 'a/b', passed: true, why: null, steps: 4, inputTokens: 1000 },
  ...{ cachedInputTokens: 500, outputTokens: 100, costUsd: 0.01, seconds: 2 },
  ...more,
})

test('sums and pass rates cover the tasks of both runs, and changed results are named', () => {
  const before = [line('one'), line('two', { passed: false, why: 'no' }), line('three'), line('old')]
  const now = [
    line('one', { steps: 5, costUsd: null }),
    line('two'),
    line('three', { passed: false, why: 'it is wrong', category: 'docs' }),
    line('new'),
  ]
  const shown = compareResults(before, now).split('\n')
  expect(shown[0]).toBe('3 tasks are in both runs; 2 results of one run only are left out')
  expect(shown).toContainEqual(expect.stringMatching(/^passed +2 +2 +0$/))
  expect(shown).toContainEqual(expect.stringMatching(/^steps +12 +13 +\+1 \(8\.3 %\)$/))
  expect(shown).toContainEqual(expect.stringMatching(/^USD +0\.03 +\?/))
  expect(shown.slice(-2)).toEqual(['passes now: two', 'fails now:  three: it is wrong'])
})

test('printed lines can be read again, and any other line is refused with its number', () => {
  const lines = [line('one'), line('two')]
  expect(parseLines(lines.map((one) => `${JSON.stringify(one)}\n`).join(''))).toEqual(lines)
  expect(() => parseLines(`${JSON.stringify(line('one'))}\n{"task":"x"}\n`)).toThrow('line 2 is no result')
  expect(() => parseLines('passed  one')).toThrow('line 1 is no result')
})
