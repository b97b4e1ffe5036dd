import { expect, it } from 'vitest'
import { captureModelCall } from './capture-model-call.ts'

it.each([
  ['', '/v1/messages'],
  ['/', '/v1/messages'],
  ['/v1', '/v1/messages'],
  ['/v1/', '/v1/messages'],
  ['/anthropic', '/anthropic/v1/messages'],
  ['/v1/account/gateway/anthropic/', '/v1/account/gateway/anthropic/v1/messages'],
])('ANTHROPIC_BASE_URL with the path %j', async (path, called) => {
  expect(await captureModelCall('anthropic/claude-sonnet-4-5', { at: path })).toMatchObject({ path: called })
})

it.each([
  ['', '/v1/responses'],
  ['/v1', '/v1/responses'],
  ['/openai', '/openai/responses'],
])('OPENAI_BASE_URL with the path %j', async (path, called) => {
  expect(await captureModelCall('openai/gpt-5.1', { at: path })).toMatchObject({ path: called })
})

it.each([
  ['', '/v1/chat/completions'],
  ['/api/paas/v4', '/api/paas/v4/chat/completions'],
  ['/inference', '/inference/chat/completions'],
])('OPENAI_COMPATIBLE_BASE_URL with the path %j', async (path, called) => {
  expect(await captureModelCall('openai-compatible/llama', { at: path })).toMatchObject({ path: called })
})

it.each([
  ['', '/v1beta'],
  ['/v1', '/v1'],
])('GOOGLE_GENERATIVE_AI_BASE_URL with the path %j', async (path, version) => {
  const call = await captureModelCall('google/gemini-3-pro', { at: path })
  expect(call.path).toBe(`${version}/models/gemini-3-pro:streamGenerateContent?alt=sse`)
})
