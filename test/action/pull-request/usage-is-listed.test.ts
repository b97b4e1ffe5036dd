import { expect, test } from 'vitest'
import { replaceSection, usageSection } from '../../../src/action/pull-request/sections.ts'

const USAGE = { steps: 9, inputTokens: 51_234, cachedInputTokens: 40_000, outputTokens: 1300, costUsd: 0.21 }

test('the usage names model, steps, tokens and cost', () => {
  expect(usageSection(USAGE, 'anthropic/x')).toContain(
    '**Usage**: `anthropic/x` · 9 steps · 51,234 tokens read, 1,300 written · about 0.21 USD',
  )
  expect(usageSection({ ...USAGE, costUsd: null }, 'anthropic/x')).not.toContain('USD')
})

test('work that was published without the model has no usage', () => {
  expect(usageSection({ ...USAGE, steps: 0 }, 'anthropic/x')).toBeNull()
})

test('the next turn replaces the usage', () => {
  const body = `Text\n\n${usageSection(USAGE, 'anthropic/x')}\n\n---\nfooter`
  const next = replaceSection(body, 'usage', usageSection({ ...USAGE, steps: 1 }, 'anthropic/x'))
  expect(next).toContain('· 1 step ·')
  expect(next).not.toContain('9 steps')
  expect(next.endsWith('---\nfooter')).toBe(true)
})
