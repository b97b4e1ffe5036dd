import { describe, expect, it } from 'vitest'
import { addUsage, countCost, estimateUsage, noUsage } from '../../../../src/action/models/cost/count-cost.ts'
import { findModelData } from '../../../../src/contract/known-models.ts'

const counted = (input: number, read: number, write: number, output: number) => ({
  inputTokens: input,
  inputTokenDetails: { noCacheTokens: input - read - write, cacheReadTokens: read, cacheWriteTokens: write },
  outputTokens: output,
  outputTokenDetails: { textTokens: output, reasoningTokens: 0 },
  totalTokens: input + output,
})

describe('prices', () => {
  it.each([
    ['anthropic', 'claude-sonnet-4-5', 3],
    ['anthropic', 'claude-sonnet-4-5-20250929', 3],
    ['anthropic', 'claude-opus-4-20250514', 15],
    ['openai', 'gpt-5-2025-08-07', 1.25],
    ['openai', 'gpt-5-mini', 0.25],
    ['google', 'gemini-3-pro-preview', 2],
    ['openai', 'gpt-5.4-mini', 0.75],
    ['openai', 'gpt-5.4', 2.5],
    ['google', 'gemini-3.1-pro-preview', 2],
  ])('%s/%s', (provider, id, input) => {
    expect(findModelData(`${provider}/${id}`).price?.input).toBe(input)
  })

  it.each([
    ['anthropic', 'claude-opus-4-99'],
    ['openai', 'gpt-5-pro'],
    ['openai', 'gpt-5.9'],
    ['openai-compatible', 'gpt-5'],
    ['toString', 'x'],
  ])('does not guess for %s/%s', (provider, id) => {
    expect(findModelData(`${provider}/${id}`).price).toBeNull()
  })
})

describe('costs', () => {
  it('charges reads and writes of the cache at their own prices', () => {
    const { price } = findModelData('anthropic/claude-sonnet-4-5')
    const usage = countCost(counted(1_000_000, 600_000, 300_000, 100_000), price)
    expect(usage).toMatchObject({ inputTokens: 1_000_000, cachedInputTokens: 600_000, outputTokens: 100_000 })
    // 100,000 plain at 3 + 600,000 read at 0.30 + 300,000 written at 3.75 + 100,000 out at 15.
    expect(usage.costUsd).toBeCloseTo(0.3 + 0.18 + 1.125 + 1.5)
    expect(addUsage(addUsage(noUsage(price), usage), usage)).toMatchObject({
      steps: 2,
      outputTokens: 200_000,
    })
  })

  it('is never negative, even if a provider counts more cached tokens than tokens', () => {
    const { price } = findModelData('anthropic/claude-sonnet-4-5')
    const usage = countCost(counted(100_000, 1_000_000, 0, 0), price)
    expect(usage.costUsd).toBeCloseTo(0.3)
  })

  it('has no sum if the price is unknown', () => {
    const usage = countCost(counted(10, 0, 0, 10), null)
    expect(addUsage(noUsage(null), usage)).toMatchObject({ steps: 1, inputTokens: 10, costUsd: null })
  })

  it('estimates missing token counts by size, and marks the estimate', () => {
    const { price } = findModelData('anthropic/claude-sonnet-4-5')
    const nothing = { inputTokens: undefined, inputTokenDetails: NO_CACHE, outputTokens: undefined }
    const sizes = { requestLength: 1_000_000, answerLength: 100_000 }
    const usage = countCost(estimateUsage(nothing, sizes), price)
    expect(usage).toMatchObject({ inputTokens: 320_000, outputTokens: 32_000, estimated: 1 })
    expect(usage.costUsd).toBeCloseTo(0.96 + 0.48)
    expect(addUsage(addUsage(noUsage(price), usage), usage)).toMatchObject({ estimated: 2 })
    const known = counted(10, 0, 0, 0)
    expect(estimateUsage(known, sizes)).toBe(known)
    expect(addUsage(noUsage(price), countCost(known, price))).not.toHaveProperty('estimated')
  })
})

const NO_CACHE = { cacheReadTokens: undefined, cacheWriteTokens: undefined }
