import { expect, test } from 'vitest'
import { parseModelName } from '../../src/contract/model.ts'

test.each([
  ['anthropic/claude-sonnet-5-5', 'anthropic', 'claude-sonnet-5-5'],
  ['openai/ft:gpt-6:acme::9a8b', 'openai', 'ft:gpt-6:acme::9a8b'],
  ['google/tunedModels/mine-1.5', 'google', 'tunedModels/mine-1.5'],
  ['openai-compatible/@cf/meta/llama-3.3:free', 'openai-compatible', '@cf/meta/llama-3.3:free'],
  ['openai-compatible/hf.co/a/b...c@q4', 'openai-compatible', 'hf.co/a/b...c@q4'],
])('%s is the name of a model', (name, provider, id) => {
  expect(parseModelName(name)).toEqual({ provider, id })
})

test.each([
  'google/../../upload/v1beta/files',
  'google/models/..',
  'google/./x',
  'google/%2e%2e/%2E%2E/x',
  'google/..\\x',
  'google/cachedContents?x=',
  'google/files#',
])('%s is no name: the API key of the provider would be sent to another of its addresses', (name) => {
  expect(parseModelName(name)).toBeNull()
})

test.each(['anthropic', 'anthropic/', 'nobody/x', 'anthropic/a b', `anthropic/${'a'.repeat(201)}`])(
  '%s is no name',
  (name) => {
    expect(parseModelName(name)).toBeNull()
  },
)
