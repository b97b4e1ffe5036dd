import { expect, test } from 'vitest'
import { type RunOutcome, resultOf } from '../../../src/action/outcome/outcome.ts'
import { nameBothReasons } from '../../../src/action/outcome/run-failure.ts'
import { MAX_ANSWERS } from '../../../src/contract/run.ts'

const words = (length: number) => 'x'.repeat(length)
const reason = (message: string) => ({ code: 'action-failed' as const, message })
const usage = { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: 0 }
const result = (more: Partial<RunOutcome>, obstacle: string | null = null) =>
  resultOf(
    {
      ending: { outcome: 'no-change', headSha: null, reason: reason('none'), obstacle },
      summary: null,
      usage,
      files: [],
      perStep: [],
      checks: null,
      patchPath: null,
      transcriptPath: null,
      patchDescription: null,
      notices: [],
      ...more,
    },
    1,
  )

test('a result has 10,000 characters of the summary and 2,000 of the obstacle', () => {
  expect(result({ summary: words(10_000) }).summary).toBe(words(10_000))
  expect(result({ summary: words(10_001) }).summary).toBe(words(10_000))
  expect(result({}, words(2000))).toMatchObject({ obstacle: words(2000) })
  expect(result({}, words(2001))).toMatchObject({ obstacle: words(2000) })
})

test('a result has as many answers as the contract accepts', () => {
  const perStep = Array.from({ length: MAX_ANSWERS + 1 }, (_, at) => ({ ...usage, step: at + 1 }))
  expect(result({ perStep: perStep.slice(0, MAX_ANSWERS) })).toMatchObject({
    perStep: { length: MAX_ANSWERS },
  })
  expect(result({ perStep })).toMatchObject({ perStep: { length: MAX_ANSWERS } })
})

test('two reasons have 4,000 characters together', () => {
  const between = ' The work had ended early before that: '
  const both = (length: number) =>
    nameBothReasons(
      { outcome: 'failed', reason: reason('Late.'), published: null },
      reason('x '.repeat(length).slice(0, length - between.length - 'Late.'.length)),
    )
  const lengthOf = (ending: ReturnType<typeof both>) =>
    ending.outcome === 'failed' ? ending.reason.message.length : null
  expect(lengthOf(both(4000))).toBe(4000)
  expect(lengthOf(both(4001))).toBe(4000)
})
