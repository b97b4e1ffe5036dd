import { expect, it } from 'vitest'
import { finish, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

const limitOf = (request: string | undefined) => JSON.parse(request ?? '{}').max_tokens
const [anthropic] = PROVIDERS

it.each([
  ['anthropic/kimi-k2', {}, 32_000],
  [
    'anthropic/kimi-k2',
    { PRICES: '{"anthropic/kimi-k2": {"input": 1, "output": 2, "maxOutput": 9000}}' },
    9000,
  ],
  ['anthropic/claude-sonnet-4-5', {}, 64_000],
])('%s with %j is asked for at most %i tokens', async (model, environment, most) => {
  const { outcome, requests } = await runScript({
    wire: { ...anthropic, model },
    turns: [finish()],
    environment,
  })
  expect(outcome.reason).toBeNull()
  expect(limitOf(requests[0])).toBe(most)
})
