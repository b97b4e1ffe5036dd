import { expect, it } from 'vitest'
import { captureModelCall } from './capture-model-call.ts'

it.each([
  ['anthropic/claude-opus-5-5', 'low', { output_config: { effort: 'low' } }],
  ['anthropic/claude-sonnet-4-5', 'high', { thinking: { type: 'enabled', budget_tokens: 38_400 } }],
  ['anthropic/claude-sonnet-4-5', 'none', { thinking: { type: 'disabled' } }],
  ['openai/gpt-5.1', 'medium', { reasoning: { effort: 'medium' } }],
  ['openai/gpt-5.1', 'none', { reasoning: { effort: 'none' } }],
  ['openai-compatible/llama', 'high', { reasoning_effort: 'high' }],
  ['google/gemini-3-pro', 'low', { generationConfig: { thinkingConfig: { thinkingLevel: 'low' } } }],
  ['google/gemini-2.5-flash', 'none', { generationConfig: { thinkingConfig: { thinkingBudget: 0 } } }],
] as const)('%s, %s', async (name, effort, said) => {
  const { body, effortNote } = await captureModelCall(name, { effort })
  expect(body).toMatchObject(said)
  expect(effortNote).toBeNull()
  // OpenAI refuses it to organizations that are not verified.
  expect(JSON.stringify(body)).not.toContain('"summary"')
})

it.each(['anthropic/claude-opus-5-5', 'openai/gpt-5.1', 'openai-compatible/llama', 'google/gemini-3-pro'])(
  '%s thinks as it does by itself where nothing is said',
  async (name) => {
    const { body } = await captureModelCall(name)
    expect(JSON.stringify(body)).not.toMatch(/reasoning_effort|"reasoning":|thinking|effort/)
  },
)

it.each([
  ['openai/gpt-4.1', 'low', 'openai/gpt-4.1 has no effort to set; `low` is left out.'],
  ['openai/gpt-5', 'none', 'openai/gpt-5 has no effort `none`: '],
  ['anthropic/claude-opus-5-5', 'none', 'anthropic/claude-opus-5-5 has no effort `none`: '],
  ['google/gemini-3-pro', 'none', 'google/gemini-3-pro has no effort `none`: '],
] as const)('%s has no %s, and returns a note', async (name, effort, note) => {
  expect((await captureModelCall(name, { effort })).effortNote).toContain(note)
})

it('Anthropic refuses a forced call while the model reasons', async () => {
  const { body } = await captureModelCall('anthropic/claude-sonnet-4-5', { effort: 'high', force: 'finish' })
  expect(body).toMatchObject({ tool_choice: { type: 'auto' } })
})
