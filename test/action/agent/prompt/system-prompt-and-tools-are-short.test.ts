import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { SYSTEM_PROMPT } from '../../../../src/action/agent/prompt/system-prompt.ts'
import { type OptionalTools, toolsFor } from '../../../../src/action/agent/tools/toolset.ts'
import { PROVIDERS } from '../../../support/action/scripted-run.ts'

/** With the tokenizer of OpenAI's models. Those of other providers are not published. */
function countTokens(model: string, optional: OptionalTools): number {
  const tools = toolsFor(model, optional).specs.map(({ name, description, input }) => {
    const { $schema: _, ...schema } = z.toJSONSchema(input, { target: 'draft-7', io: 'input' })
    return { name, description, schema }
  })
  return encode(SYSTEM_PROMPT).length + encode(JSON.stringify(tools)).length
}

it.each(PROVIDERS)('spends at most 1,700 tokens before the work begins ($model)', ({ model }) => {
  expect(countTokens(model, {})).toBeLessThanOrEqual(1700)
})

it.each(PROVIDERS)('spends at most 2,200 tokens with every optional tool ($model)', ({ model }) => {
  const all: Required<OptionalTools> = { plan: true, check: true, run: true, mcp: true }
  expect(countTokens(model, all)).toBeLessThanOrEqual(2200)
})
