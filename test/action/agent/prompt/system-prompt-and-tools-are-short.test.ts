import { expect, it } from 'vitest'
import { z } from 'zod'
import { SYSTEM_PROMPT } from '../../../../src/action/agent/prompt/system-prompt.ts'
import { toolsFor } from '../../../../src/action/agent/tools/tools-for.ts'
import { PROVIDERS } from '../../../support/action/scripted-run.ts'

/** Prose and JSON schemas have at least this many characters to a token, with the tokenizers of all providers. */
const CHARACTERS = 3.5

it.each(PROVIDERS)('spends fewer than 3,000 tokens before the work begins ($model)', ({ model }) => {
  const tools = toolsFor(model, { plan: true }).specs.map(({ name, description, input }) =>
    JSON.stringify({ name, description, input: z.toJSONSchema(input, { target: 'draft-7', io: 'input' }) }),
  )
  expect((SYSTEM_PROMPT.length + tools.join('').length) / CHARACTERS).toBeLessThan(3000)
})
