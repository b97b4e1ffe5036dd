import { expect, test } from 'vitest'
import { replaceSection, usageSection } from '../../../src/action/pull-request/sections.ts'

const X = { model: 'anthropic/x', read: [] }
const USAGE = { steps: 9, inputTokens: 51_234, cachedInputTokens: 40_000, outputTokens: 1300, costUsd: 0.21 }

test('the usage names model, steps, tokens and cost', () => {
  expect(usageSection(USAGE, X)).toContain(
    '**Usage**: `anthropic/x` · 9 steps · 51,234 tokens read, 1,300 written · about 0.21 USD',
  )
  expect(usageSection({ ...USAGE, costUsd: null }, X)).not.toContain('USD')
})

test('conversations that were read stand below the usage', () => {
  expect(usageSection(USAGE, { ...X, read: ['the conversation on issue 7: 3 comments'] })).toContain(
    '0.21 USD\n\n**Read**: the conversation on issue 7: 3 comments',
  )
})

test('work that was published without the model has no usage', () => {
  expect(usageSection({ ...USAGE, steps: 0 }, X)).toBeNull()
})

test('the next turn replaces the usage', () => {
  const body = `Text\n\n${usageSection(USAGE, X)}\n\n---\nfooter`
  const next = replaceSection(body, 'usage', usageSection({ ...USAGE, steps: 1 }, X))
  expect(next).toContain('· 1 step ·')
  expect(next).not.toContain('9 steps')
  expect(next.endsWith('---\nfooter')).toBe(true)
})
