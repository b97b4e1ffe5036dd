import { expect, test } from 'vitest'
import { openWorld } from '../support/bundle-world.ts'

test.each([
  [
    'no key',
    { ANTHROPIC_API_KEY: '' },
    'anthropic/claude-sonnet-4-5',
    'model-key-missing',
    'ANTHROPIC_API_KEY',
  ],
  [
    'a provider that there is not',
    {},
    'mistral/large',
    'model-unknown',
    '"mistral/large" (providers: anthropic,',
  ],
  [
    'an address that is none',
    { ANTHROPIC_BASE_URL: 'localhost' },
    'anthropic/claude-sonnet-4-5',
    'input-invalid',
    'ANTHROPIC_BASE_URL is not an http(s) URL',
  ],
  [
    'prices that cannot be read',
    { PRICES: '{"anthropic/x": 3}' },
    'anthropic/claude-sonnet-4-5',
    'input-invalid',
    'PRICES is not a table of prices (anthropic/x:',
  ],
])(
  '%s: the reason names the fix, and neither the model nor the repository got a request',
  async (_, env, model, code, text) => {
    const world = await openWorld({ app: { assignment: { model } } })
    const run = await world.start({ env }).ended
    expect(run.code).toBe(1)
    expect(run.outputs).toMatchObject({ status: 'failed', reason: code })
    expect(run.log).toContain(text)
    expect(world.app.results).toMatchObject([{ outcome: 'failed', reason: { code }, published: null }])
    expect(world.model.getRequests()).toEqual([])
    expect(world.github.gitTokens.size).toBe(0)
  },
)
