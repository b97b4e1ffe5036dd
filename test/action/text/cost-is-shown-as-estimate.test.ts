import { expect, test } from 'vitest'
import { describeMoney as inTheDemo } from '../../../sandbox/cli/describe-money.ts'
import { logEvent } from '../../../src/action/stages/open-agent-host.ts'
import { describeMoney } from '../../../src/action/text/format.ts'

test.each([
  [0, '0 USD'],
  [0.000_03, 'under 0.0001 USD'],
  [0.000_123_4, '0.00012 USD'],
  [0.0034, '0.0034 USD'],
  [0.0234, '0.023 USD'],
  [0.5, '0.50 USD'],
  [1.239, '1.24 USD'],
  [5, '5 USD'],
  // What is left of 50 dollars, as floating-point numbers have it.
  [50 - 49.876_54, '0.12 USD'],
])('%d is %s, in the demo as well', (usd, words) => {
  expect(describeMoney(usd)).toBe(words)
  expect(inTheDemo(usd)).toBe(words)
})

test('a step that costs less than a cent is not free in the log', () => {
  const step = { type: 'step', step: 1, inputTokens: 900, outputTokens: 20, costUsd: 0.003 } as const
  expect(logEvent(step, false)).toBe('Step 1: 900 tokens in, 20 out, estimated at 0.0030 USD')
})
