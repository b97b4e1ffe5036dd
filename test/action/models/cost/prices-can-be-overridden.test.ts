import { expect, it } from 'vitest'
import { openModel } from '../../../../src/action/models/providers/open-model.ts'

const NAME = 'openai-compatible/llama'
const open = (prices: string | undefined, name = NAME) =>
  openModel(name, {
    OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
    ANTHROPIC_API_KEY: 'a-key',
    ...(prices !== undefined && { PRICES: prices }),
  })

it('takes the price and window of a model from the table, and the rest from the list', async () => {
  const table = JSON.stringify({
    [NAME]: { input: 1, output: 2, window: 32_000 },
    'anthropic/claude-sonnet-4-5': { input: 5, output: 6, cachedInput: 0.5, cacheWrite: 7 },
  })
  expect(await open(table)).toMatchObject({
    model: { price: { input: 1, cachedInput: 1, cacheWrite: 1, output: 2 }, window: 32_000 },
  })
  expect(await open(table, 'anthropic/claude-sonnet-4-5')).toMatchObject({
    model: { price: { input: 5, cachedInput: 0.5, cacheWrite: 7, output: 6 }, window: 200_000 },
  })
  expect(await open(table, 'anthropic/claude-haiku-4-5')).toMatchObject({ model: { price: { input: 1 } } })
})

it.each([
  ['anthropic/kimi-k2', 32_000],
  ['anthropic/zai-org/GLM-4.6', 32_000],
  ['anthropic/deepseek-chat', 8_000],
  ['anthropic/some-model', 16_000],
  // The SDK knows them better.
  ['anthropic/claude-sonnet-4-5', null],
  ['openai-compatible/kimi-k2', null],
] as const)('%s may answer with %s tokens, unless the table says otherwise', async (name, maxOutput) => {
  expect(await open(undefined, name)).toMatchObject({ model: { maxOutput } })
  const own = JSON.stringify({ [name]: { input: 1, output: 2, maxOutput: 50_000 } })
  expect(await open(own, name)).toMatchObject({ model: { maxOutput: 50_000 } })
})

it.each([undefined, '', ' \n', '{}', '{"other/model": {"input": 1, "output": 1}}'])(
  'knows no price where the table has none: %j',
  async (table) => {
    expect(await open(table)).toMatchObject({ ok: true, model: { price: null, window: 128_000 } })
  },
)

it.each([
  ['{', 'expected record'],
  ['[]', 'expected record'],
  [`{"${NAME}": {"input": 1}}`, `${NAME} → output`],
  [`{"${NAME}": {"input": "1", "output": 1}}`, `${NAME} → input`],
  [`{"${NAME}": {"input": -1, "output": 1}}`, `${NAME} → input`],
  [`{"${NAME}": {"input": 1, "output": 1, "windows": 1}}`, 'windows'],
  [`{"${NAME}": {"input": 1, "output": 1, "maxOutput": 12}}`, `${NAME} → maxOutput`],
  [
    `{"${NAME}": {"input": 1, "output": 1, "window": 4096}}`,
    `${NAME} → window: must be 8000 or more, name a model`,
  ],
  ['{"a/b": {}}', 'a/b → input'],
])('says what is wrong in %s', async (table, what) => {
  const opened = await open(table)
  expect(opened).toMatchObject({ ok: false, reason: { code: 'input-invalid' } })
  if (opened.ok) return
  expect(opened.reason.message).toContain('the environment variable PRICES is not a table of prices')
  expect(opened.reason.message).toContain(what)
  expect(opened.reason.message).toContain('It is JSON like {"openai-compatible/llama"')
})
