import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { chooseRealModel, MODEL_PROVIDERS, UnusableModel } from '../../../sandbox/world/choose-model.ts'
import { PROVIDERS } from '../../../src/contract/model.ts'

/** A server that lists these models, like Ollama, LM Studio and vLLM do. */
async function localServer(models: readonly string[]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization ?? 'no key'}`)
    response.end(JSON.stringify({ object: 'list', data: models.map((id) => ({ id })) }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(async () => void (await once(server.close(), 'close')))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

const failureOf = (environment: Record<string, string>) =>
  chooseRealModel(environment).then(
    () => null,
    (error: unknown) => error,
  )

test('the sandbox and the product have the same providers', () => {
  expect(MODEL_PROVIDERS).toEqual(PROVIDERS)
})

test('without a key, a MODEL or a base URL, there is no real model', async () => {
  expect(await chooseRealModel({ ANTHROPIC_API_KEY: ' ' })).toBeNull()
})

test('a key selects a model of its provider, with base URL, prices and timeouts', async () => {
  const environment = {
    OPENAI_API_KEY: ' sk-1\n',
    OPENAI_BASE_URL: 'https://proxy.test/v1',
    PRICES: '{}',
    MODEL_STALL_SECONDS: '5',
    UNRELATED: 'x',
  }
  expect(await chooseRealModel(environment)).toEqual({
    name: expect.stringMatching(/^openai\//),
    secrets: { OPENAI_API_KEY: 'sk-1' },
    env: { OPENAI_BASE_URL: 'https://proxy.test/v1', PRICES: '{}', MODEL_STALL_SECONDS: '5' },
  })
})

test('MODEL selects the model, whatever other keys there are', async () => {
  const environment = { MODEL: 'google/gemini-3-pro', GOOGLE_GENERATIVE_AI_API_KEY: 'g', OPENAI_API_KEY: 'o' }
  expect(await chooseRealModel(environment)).toEqual({
    name: 'google/gemini-3-pro',
    secrets: { GOOGLE_GENERATIVE_AI_API_KEY: 'g' },
    env: {},
  })
})

test('the only model of a local server is used, without a key', async () => {
  const { url, requests } = await localServer(['llama3.3:70b'])
  expect(await chooseRealModel({ OPENAI_COMPATIBLE_BASE_URL: url })).toEqual({
    name: 'openai-compatible/llama3.3:70b',
    secrets: {},
    env: { OPENAI_COMPATIBLE_BASE_URL: url },
  })
  const gateway = { OPENAI_COMPATIBLE_BASE_URL: `${url}/v1/`, OPENAI_COMPATIBLE_API_KEY: 'k' }
  expect(await chooseRealModel(gateway)).toMatchObject({ secrets: { OPENAI_COMPATIBLE_API_KEY: 'k' } })
  expect(requests).toEqual(['/v1/models no key', '/v1/models Bearer k'])
})

test.each([
  [['a', 'b'], 'set MODEL=openai-compatible/NAME, where NAME is one of: a, b'],
  [[], 'has no model: load one'],
])('a local server with the models %j asks for a choice', async (models, message) => {
  const { url } = await localServer(models)
  const failure = await failureOf({ OPENAI_COMPATIBLE_BASE_URL: url })
  expect(failure).toBeInstanceOf(UnusableModel)
  expect(String(failure)).toContain(message)
})

test('a local server that does not respond is named, without a password in its URL', async () => {
  const failure = await failureOf({ OPENAI_COMPATIBLE_BASE_URL: 'http://user:hunter2@127.0.0.1:1/v1' })
  expect(failure).toBeInstanceOf(UnusableModel)
  expect(String(failure)).toMatch(/http:\/\/127\.0\.0\.1:1 .*start the server/)
  expect(String(failure)).not.toContain('hunter2')
})

test.each([
  [{ MODEL: 'gpt' }, 'MODEL=gpt: must be provider/model'],
  [{ MODEL: 'nobody/x' }, 'MODEL=nobody/x: must be provider/model'],
  [{ MODEL: 'openai/' }, 'MODEL=openai/: must be provider/model'],
  [{ MODEL: 'openai/x', ANTHROPIC_API_KEY: 'k' }, 'MODEL=openai/x needs OPENAI_API_KEY'],
  [{ MODEL: 'openai-compatible/x' }, 'MODEL=openai-compatible/x needs OPENAI_COMPATIBLE_BASE_URL'],
  [{ OPENAI_COMPATIBLE_BASE_URL: 'localhost' }, 'OPENAI_COMPATIBLE_BASE_URL is not a URL'],
])('%j is refused', async (environment, message) => {
  const failure = await failureOf(environment)
  expect(failure).toBeInstanceOf(UnusableModel)
  expect(String(failure)).toContain(message)
})
