import { expect, test } from 'vitest'
import { showNewest } from '../../../src/app/job-store/run-history.ts'

const answers = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ step: n + 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: null },
  }))

test('the newest runs show their answers completely or not at all, up to 2,000', () => {
  const runs = [answers(1), answers(600), undefined, answers(1000), answers(900)]
  expect(showNewest(runs).map((shown) => shown?.length)).toEqual([undefined, undefined, undefined, 1000, 900])
  expect(showNewest([answers(1000), answers(1000)])).toEqual([answers(1000), answers(1000)])
})
