import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPriceOverride } from '../../../../src/action/models/cost/price-override.ts'
import { openModel } from '../../../../src/action/models/providers/open-model.ts'
import { DEFINITIONS } from '../../../../src/action/models/providers/providers.ts'
import { DEFAULT_RETRY_SETTINGS } from '../../../../src/action/models/providers/retry-settings.ts'
import { PROVIDERS } from '../../../../src/contract/model.ts'
import { PROVIDERS as KEYLESS } from './keyless-scene.ts'

const page = readFileSync(new URL('../../../../docs/action.md', import.meta.url), 'utf8')
const rows = [...page.matchAll(/^\| `([a-z-]+)` \| `([A-Z_]+)`(, optional)? \| `([A-Z_]+)`/gm)].map(
  ([, provider = '', key = '', optional, url = '']) => ({
    provider,
    key,
    isNeeded: optional === undefined,
    url,
  }),
)

test('the table has every provider, with the variables that it reads', async () => {
  expect(rows.map(({ provider }) => provider)).toEqual(PROVIDERS)
  for (const { provider, key, isNeeded, url } of rows) {
    const address = { [url]: 'https://models.example.com/v1' }
    const without = await openModel(`${provider}/some-model`, address)
    expect([provider, without.ok]).toEqual([provider, !isNeeded])
    if (!without.ok) expect(without.reason.message).toContain(key)
    expect(await openModel(`${provider}/some-model`, { ...address, [key]: 'a-key' })).toMatchObject({
      ok: true,
    })
  }
})

test('the pages have the variables for access without a key, its audiences, and the headers of each provider', () => {
  const keyless = readFileSync(new URL('../../../../docs/keyless.md', import.meta.url), 'utf8')
  for (const { env, asks, audience } of KEYLESS)
    for (const name of [...Object.keys(env).filter((key) => !key.endsWith('_BASE_URL')), asks, audience])
      expect(keyless).toContain(`\`${name}\``)
  for (const { headersVariable } of Object.values(DEFINITIONS))
    expect(page).toContain(`\`${headersVariable}\``)
})

test('the defaults of the timeouts and retries are those of the action', () => {
  const { firstChunkMs, chunkMs, backoffMs, patienceMs, longestWaitMs } = DEFAULT_RETRY_SETTINGS
  expect(page).toContain(
    `${firstChunkMs / 1000} before the first token, ${chunkMs / 1000} within an answer |`,
  )
  expect(page).toMatch(new RegExp(`MODEL_RETRY_SECONDS.*\\| ${backoffMs / 1000} \\|`))
  expect(page).toMatch(new RegExp(`MODEL_PATIENCE_SECONDS.*\\| ${patienceMs / 1000} \\|`))
  expect(page).toContain(`honoured for up to ${longestWaitMs / 60_000} minutes`)
})

test('the example of PRICES is understood', () => {
  const prices = /^PRICES: '(.*)'$/m.exec(page)?.[1]
  expect(readPriceOverride(prices, 'openai-compatible/llama')).toEqual({
    price: { input: 0.1, output: 0.4, cachedInput: 0.01, cacheWrite: 0.1 },
    window: 32_000,
    maxOutput: 8_000,
    seesImages: null,
  })
})
