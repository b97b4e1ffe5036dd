import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openBudget } from '../../../src/action/eval/budget.ts'
import { keyOf, openResults } from '../../../src/action/eval/results-file.ts'
import type { EvalAttempt } from '../../../src/contract/local-eval.ts'

test('no run starts that could exceed the budget, whatever the others cost', async () => {
  const budget = openBudget({ maxUsd: 10, runUsd: 4, spentUsd: 1 })
  expect([await budget.reserve(), await budget.reserve()]).toEqual([true, true])
  let third: boolean | null = null
  const waiting = budget.reserve().then((may) => {
    third = may
  })
  await Promise.resolve()
  expect(third).toBeNull()
  // 1 + 0.5 + 4 reserved + 4 do fit.
  budget.settle(0.5)
  await waiting
  expect([third, budget.spentUsd()]).toEqual([true, 1.5])
  budget.settle(4)
  // 5.5 + 4 reserved + 4 do not, and 5.5 + 4 will.
  const fourth = budget.reserve()
  budget.settle(0)
  expect(await fourth).toBe(true)
  budget.settle(4)
  expect(await budget.reserve()).toBe(false)
})

test('all that wait learn that nothing is left', async () => {
  const budget = openBudget({ maxUsd: 5, runUsd: 3, spentUsd: 0 })
  expect(await budget.reserve()).toBe(true)
  const waiting = [budget.reserve(), budget.reserve()]
  budget.settle(3)
  expect(await Promise.all(waiting)).toEqual([false, false])
})

test('sums of cents that are no binary numbers reach the whole budget', async () => {
  const budget = openBudget({ maxUsd: 0.3, runUsd: 0.1, spentUsd: 0 })
  expect(await Promise.all([budget.reserve(), budget.reserve(), budget.reserve()])).toEqual([
    true,
    true,
    true,
  ])
})

function file(): string {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-results-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'report.jsonl')
}

const ATTEMPT: EvalAttempt = {
  ...{
    model: 'openai/o3',
    repeat: 1,
    outcome: 'changed',
    resolved: true,
    failToPass: null,
    passToPass: null,
  },
  ...{ costUsd: 0.25, seconds: 10, steps: 4, size: null, leftOut: [], why: null, code: null },
}

test('what a run has cost is counted when it continues, and one that never ended by its limit', async () => {
  const path = file()
  const first = await openResults(path)
  for (const key of ['a', 'b']) await first.add({ type: 'started', key, pull: 1, limitUsd: 2 })
  await first.add({ type: 'ended', key: 'a', pull: 1, attempt: ATTEMPT })
  await first.close()
  const again = await openResults(path)
  expect(again.spentUsd).toBe(2.25)
  expect([again.attempt('a'), again.attempt('b')]).toEqual([ATTEMPT, null])
  await again.add({ type: 'started', key: 'b', pull: 1, limitUsd: 2 })
  await again.add({ type: 'ended', key: 'b', pull: 1, attempt: { ...ATTEMPT, costUsd: 1 } })
  await again.close()
  expect((await openResults(path)).spentUsd).toBe(3.25)
})

test('a line that was cut by the end of the process is left out, and the next one is whole', async () => {
  const path = file()
  const first = await openResults(path)
  await first.add({ type: 'started', key: 'a', pull: 1, limitUsd: 2 })
  await first.close()
  appendFileSync(path, '{"type":"ended","key":"a","att')
  const again = await openResults(path)
  expect([again.spentUsd, again.attempt('a')]).toEqual([2, null])
  await again.add({ type: 'ended', key: 'a', pull: 1, attempt: ATTEMPT })
  await again.close()
  expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(4)
  expect((await openResults(path)).attempt('a')).toEqual(ATTEMPT)
})

test('a pull request whose setup failed is tried again, and another refusal stays', async () => {
  const path = file()
  const first = await openResults(path)
  await first.add({
    type: 'verdict',
    key: 'a',
    pull: 1,
    verdict: { isUsed: false, why: 'network', isTemporary: true },
  })
  await first.add({ type: 'verdict', key: 'b', pull: 2, verdict: { isUsed: false, why: 'flaky' } })
  expect(first.verdict('a')).not.toBeNull()
  await first.close()
  const again = await openResults(path)
  expect([again.verdict('a'), again.verdict('b')]).toEqual([null, { isUsed: false, why: 'flaky' }])
  await again.close()
})

test('of two evaluations with the same results, the second one is refused, but not after the first was killed', async () => {
  const path = file()
  const first = await openResults(path)
  await expect(openResults(path)).rejects.toThrow(`process ${process.pid} writes the same results`)
  await first.close()
  // No process has this number.
  writeFileSync(`${path}.lock`, '4999999')
  await (await openResults(path)).close()
})

test('a result is found again only by all that it depends on', () => {
  const key = keyOf('base', 'commit', ['settings'], 'text')
  expect(keyOf('base', 'commit', ['settings'], 'text')).toBe(key)
  for (const other of [
    keyOf('base', 'commit', ['settings', 'text']),
    keyOf('base', 'commit', ['settings'], 'other'),
    keyOf('basecommit', ['settings'], 'text'),
  ])
    expect(other).not.toBe(key)
})
