import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { systemPrompt } from '../../../../src/action/agent/prompt/system-prompt.ts'
import { type OptionalTools, toolsFor } from '../../../../src/action/agent/tools/toolset.ts'
import { PROVIDERS } from '../../../support/action/scripted-run.ts'

/** With the tokenizer of OpenAI's models. Those of other providers are not published. */
function countTokens(model: string, optional: OptionalTools): number {
  const tools = toolsFor(model, optional).specs.map(({ name, description, input }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
    return { name, description, schema }
  })
  return encode(systemPrompt(optional.mode)).length + encode(JSON.stringify(tools)).length
}

it.each(PROVIDERS)('spends at most 1,700 tokens before the work begins ($model)', ({ model }) => {
  expect(countTokens(model, {})).toBeLessThanOrEqual(1700)
})

it.each(PROVIDERS)('spends at most 2,200 tokens with every optional tool ($model)', ({ model }) => {
  const all: Required<OptionalTools> = {
    ...{ plan: true, check: true, run: true, mcp: true, ask: true, output: true },
    mode: undefined,
  }
  expect(countTokens(model, all)).toBeLessThanOrEqual(2200)
})

it.each(['ask', 'plan'] as const)('spends at most 1,150 tokens in the mode %s', (mode) => {
  expect(
    countTokens('anthropic/claude-sonnet-5', { mode, check: true, run: true, plan: true }),
  ).toBeLessThanOrEqual(1150)
})

it('spends at most 120 tokens on the tool that asks', () => {
  const model = 'anthropic/claude-sonnet-5'
  expect(countTokens(model, { ask: true }) - countTokens(model, {})).toBeLessThanOrEqual(120)
})
