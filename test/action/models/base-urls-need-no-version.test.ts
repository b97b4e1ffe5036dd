import { expect, it } from 'vitest'
import { askOnce } from '../../../src/action/models/ask-once.ts'
import { openModel } from '../../../src/action/models/open-model.ts'
import { listen } from '../../dist/support/listen.ts'

/** Where a call goes with this base URL. */
async function pathOf(name: string, variable: string, path: string): Promise<string> {
  const paths: string[] = []
  const origin = await listen((request, response) => {
    paths.push(request.url ?? '')
    response.writeHead(404).end('{}')
  })
  const KEYS = { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', GOOGLE_GENERATIVE_AI_API_KEY: 'k' }
  const opened = await openModel(name, { ...KEYS, [variable]: origin + path })
  if (!opened.ok) throw new Error(opened.reason.message)
  const asked = askOnce({
    model: opened.model,
    system: { role: 'system', content: 'Help.' },
    messages: [{ role: 'user', content: 'Hello' }],
    tools: {},
    cacheKey: 'c',
    force: null,
    signal: AbortSignal.timeout(5000),
    now: () => 0,
    onBrokenOff: () => undefined,
  })
  await expect(asked).rejects.toThrow()
  return paths.join()
}

it.each([
  ['', '/v1/messages'],
  ['/', '/v1/messages'],
  ['/v1', '/v1/messages'],
  ['/v1/', '/v1/messages'],
  ['/anthropic', '/anthropic/v1/messages'],
  ['/v1/account/gateway/anthropic/', '/v1/account/gateway/anthropic/v1/messages'],
])('ANTHROPIC_BASE_URL with the path %j', async (path, called) => {
  expect(await pathOf('anthropic/claude-sonnet-4-5', 'ANTHROPIC_BASE_URL', path)).toBe(called)
})

it.each([
  ['', '/v1/responses'],
  ['/v1', '/v1/responses'],
  ['/openai', '/openai/responses'],
])('OPENAI_BASE_URL with the path %j', async (path, called) => {
  expect(await pathOf('openai/gpt-5.1', 'OPENAI_BASE_URL', path)).toBe(called)
})

it.each([
  ['', '/v1/chat/completions'],
  ['/api/paas/v4', '/api/paas/v4/chat/completions'],
  ['/inference', '/inference/chat/completions'],
])('OPENAI_COMPATIBLE_BASE_URL with the path %j', async (path, called) => {
  expect(await pathOf('openai-compatible/llama', 'OPENAI_COMPATIBLE_BASE_URL', path)).toBe(called)
})

it.each([
  ['', '/v1beta'],
  ['/v1', '/v1'],
])('GOOGLE_GENERATIVE_AI_BASE_URL with the path %j', async (path, version) => {
  const called = await pathOf('google/gemini-3-pro', 'GOOGLE_GENERATIVE_AI_BASE_URL', path)
  expect(called).toBe(`${version}/models/gemini-3-pro:streamGenerateContent?alt=sse`)
})
