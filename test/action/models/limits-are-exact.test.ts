import type { ModelMessage } from 'ai'
import { expect, test } from 'vitest'
import { askWithinWindow } from '../../../src/action/models/conversation/ask-within-window.ts'
import {
  contextBudget,
  type MessageHistory,
} from '../../../src/action/models/conversation/message-history.ts'
import { pruneMessages, REMOVED } from '../../../src/action/models/conversation/prune-messages.ts'
import { readPriceOverride } from '../../../src/action/models/cost/price-override.ts'
import { inSnakeCase } from '../../../src/action/models/tool-calls/field-names.ts'
import { reason } from '../../../src/contract/reasons.ts'

test('a conversation that is always too long is shortened four times', async () => {
  let asked = 0
  let shortened = 0
  const history: MessageHistory = {
    isCalibrated: true,
    add: () => undefined,
    messages: () => [],
    calibrate: () => undefined,
    prune: () => true,
    shrink: () => false,
    dropImages: () => false,
    handTo: () => undefined,
    recap: () => 'recap',
    replaceBy: () => undefined,
  }
  const tooLong = reason('context-too-long')
  const result = await askWithinWindow(
    { signal: new AbortController().signal },
    {
      history,
      summaryRequest: 'Summarize.',
      hasFallback: false,
      shorten: () => {
        shortened += 1
      },
      request: async () => {
        asked += 1
        return { kind: 'failed', reason: tooLong }
      },
    },
  )
  expect([asked, shortened, result]).toEqual([5, 4, { kind: 'failed', reason: tooLong }])
})

test('tokens of a window beyond 200,000 are not used', () => {
  const total = (window: number) => contextBudget(window, 1).total
  expect(total(200_000)).toBeGreaterThan(total(199_999))
  expect(total(200_001)).toBe(total(200_000))
})

test('at most 80,000 characters survive pruning, and 170,000 more may accumulate', () => {
  // So many tokens of one character each leave room for 400,000 characters.
  const tokensPerCharacter = 184_000 / 400_000
  expect(contextBudget(200_000, tokensPerCharacter)).toMatchObject({ kept: 80_000, slack: 170_000 })
  expect(contextBudget(200_000, tokensPerCharacter * 0.99)).toMatchObject({ kept: 80_000, slack: 170_000 })
  const less = contextBudget(200_000, tokensPerCharacter * 1.01)
  expect(less.kept).toBeLessThan(80_000)
  expect(less.slack).toBeLessThan(170_000)
})

test.each([
  [399, false],
  [400, true],
])('a tool result of %d characters is removed: %s', (length, isRemoved) => {
  const result = (value: string): ModelMessage => ({
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'read', output: { type: 'text', value } }],
  })
  const pruned = pruneMessages([result('x'.repeat(length))], {
    ...{ kept: 0, slack: 0, newest: 'goes if it is too long' },
  })
  expect(JSON.stringify(pruned).includes(REMOVED)).toBe(isRemoved)
})

test.each([
  [
    { input: 0, output: 0 },
    { input: 100_000, output: 100_000 },
    { input: 100_001, output: 0 },
  ],
  [
    { input: 0, output: 0 },
    { input: 0, output: 100_000 },
    { input: 0, output: 100_001 },
  ],
  [
    { input: 0, output: 0 },
    { input: 0, output: 0 },
    { input: -1, output: 0 },
  ],
  [
    { input: 1, output: 1, window: 8000 },
    { input: 1, output: 1, window: 10_000_000 },
    { input: 1, output: 1, window: 7999 },
  ],
  [
    { input: 1, output: 1 },
    { input: 1, output: 1 },
    { input: 1, output: 1, window: 10_000_001 },
  ],
  [
    { input: 1, output: 1, maxOutput: 1000 },
    { input: 1, output: 1, maxOutput: 1_000_000 },
    { input: 1, output: 1, maxOutput: 999 },
  ],
  [
    { input: 1, output: 1 },
    { input: 1, output: 1 },
    { input: 1, output: 1, maxOutput: 1_000_001 },
  ],
])('prices %j and %j are accepted, %j is refused', (least, most, beyond) => {
  const read = (entry: object) => readPriceOverride(JSON.stringify({ m: entry }), 'm')
  expect(read(least)).toHaveProperty('price')
  expect(read(most)).toHaveProperty('price')
  expect(read(beyond)).toMatchObject({ code: 'input-invalid' })
})

test('64 characters of a name are compared', () => {
  expect(inSnakeCase('X'.repeat(64))).toBe('x'.repeat(64))
  expect(inSnakeCase('X'.repeat(65))).toBe('x'.repeat(64))
})
