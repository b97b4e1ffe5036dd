import { APICallError } from 'ai'
import { describe, expect, it } from 'vitest'
import { classifyModelError } from '../../../../src/action/models/request/classify-model-error.ts'

const answered = (statusCode: number, message: string, responseBody = '', responseHeaders = {}) =>
  new APICallError({
    message,
    statusCode,
    responseBody,
    responseHeaders,
    url: 'https://model.example/v1',
    requestBodyValues: {},
  })
const NOW = Date.parse('2026-11-20T09:59:15Z')
const QUOTA = 'You exceeded your current quota, please check your plan and billing details.'

describe('a failed model call', () => {
  it.each([
    ['a busy server', answered(503, 'busy'), 'temporary'],
    [
      'an overload in the middle of an answer',
      { type: 'overloaded_error', message: 'Overloaded' },
      'temporary',
    ],
    ['a broken connection', new TypeError('terminated'), 'temporary'],
    [
      'a limit by the minute (Google)',
      answered(429, QUOTA, '[{"error":{"code":429,"status":"RESOURCE_EXHAUSTED"}}]'),
      'temporary',
    ],
    [
      'an empty account (OpenAI)',
      answered(429, QUOTA, '{"error":{"code":"insufficient_quota"}}'),
      'no-credit',
    ],
    ['an empty account (Anthropic)', answered(400, 'Your credit balance is too low'), 'no-credit'],
    [
      'a spending limit (Anthropic)',
      answered(400, 'You have reached your specified API usage limits'),
      'temporary',
    ],
    [
      'a content filter (Azure)',
      answered(400, 'Filtered', '{"error":{"code":"content_filter"}}'),
      'content-refused',
    ],
    [
      'a content policy (OpenAI)',
      answered(400, 'No', '{"error":{"code":"content_policy_violation"}}'),
      'content-refused',
    ],
    [
      'what the prompt says (OpenAI)',
      answered(400, 'No', '{"error":{"code":"invalid_prompt"}}'),
      'content-refused',
    ],
    [
      'what the answer says (Anthropic)',
      answered(400, 'Output blocked by content filtering policy'),
      'content-refused',
    ],
    ['a wrong key', answered(401, 'invalid x-api-key'), 'refused'],
    ['no access', answered(403, 'forbidden'), 'refused'],
    ['a model that does not exist', answered(404, 'model: nope'), 'gone'],
    [
      'too long (OpenAI)',
      answered(400, 'too long', '{"error":{"code":"context_length_exceeded"}}'),
      'too-long',
    ],
    ['too long (Anthropic)', answered(400, 'prompt is too long: 1 tokens > 0 maximum'), 'too-long'],
    [
      'too long with what may be answered (Anthropic)',
      answered(400, 'input length and `max_tokens` exceed context limit: 150000 + 64000 > 200000'),
      'too-long',
    ],
    ['too long (llama.cpp)', answered(400, 'the request exceeds the available context size'), 'too-long'],
    ['too long (vLLM)', answered(400, 'The prompt is longer than the maximum model length of 8'), 'too-long'],
    ['too long (xAI)', answered(400, "This model's maximum prompt length is 8 but"), 'too-long'],
    ['too large for a proxy', answered(413, 'Payload Too Large'), 'too-long'],
    [
      'more in one request than the account may send in a minute (OpenAI)',
      answered(
        429,
        'Request too large for gpt-4.1 (for limit gpt-4.1) in organization org-x on tokens per min (TPM): Limit 30000, Requested 37313. The input or output tokens must be reduced in order to run successfully.',
      ),
      'too-long',
    ],
    [
      'more than is left of this minute (OpenAI)',
      answered(
        429,
        'Rate limit reached for gpt-4.1 in organization org-x on tokens per min (TPM): Limit 30000, Used 29937, Requested 385. Please try again in 644ms.',
      ),
      'temporary',
    ],
    ['no balance (DeepSeek)', answered(402, 'Insufficient Balance'), 'no-credit'],
    [
      'no credits (OpenRouter)',
      answered(402, 'This request requires more credits, or fewer max_tokens.'),
      'no-credit',
    ],
    // https://github.com/NousResearch/hermes-agent/pull/4747
    [
      'longer than a subscription includes (Anthropic)',
      answered(429, 'Extra usage is required for long context requests.'),
      'too-long',
    ],
    // https://github.com/vercel/ai/issues/18303
    [
      'too long, in an error within an error (Vercel)',
      {
        error: {
          ...{ code: 'error', message: 'Stream error occurred' },
          value: {
            error_message: '{"error":{"message":"This model\'s maximum context length is 8 tokens."}}',
          },
        },
      },
      'too-long',
    ],
    // https://github.com/JKamsker/JKToolKit.CodexSDK/issues/175
    [
      'a model that does not exist, in a stream',
      { code: 'model_not_found', message: 'The model `gpt-5.5` does not exist' },
      'gone',
    ],
    [
      'too many tokens of a minute, in a stream',
      { message: 'Too many tokens, please wait before trying again.' },
      'temporary',
    ],
    ['a request that is invalid, in a stream', { type: 'invalid_request_error', message: 'No' }, 'refused'],
    ['no capacity (Groq)', answered(498, 'Flex tier capacity exceeded'), 'temporary'],
    ['a request that a gateway cancelled', answered(499, 'Request cancelled'), 'temporary'],
    ['a server behind the gateway (Azure)', answered(424, 'Failed Dependency'), 'temporary'],
    ['a retired model', answered(410, 'Gone'), 'gone'],
    [
      'a request that no server of OpenRouter supports',
      answered(404, 'No endpoints found that support tool use'),
      'refused',
    ],
    ['too long (Google)', answered(400, 'The input token count (2) exceeds the maximum'), 'too-long'],
  ])('%s', (_, error, kind) => {
    expect(classifyModelError(error, NOW).kind).toBe(kind)
  })

  it.each([
    [answered(503, 'away'), true],
    [answered(429, 'slow down'), true],
    [
      new APICallError({ message: 'Cannot connect', url: 'https://model.example', requestBodyValues: {} }),
      true,
    ],
    [{ type: 'overloaded_error', message: 'Overloaded' }, true],
    [{ code: 'rate_limit_exceeded', message: 'Please try again in 1.9s' }, true],
    // https://github.com/Soju06/codex-lb/issues/1313
    [{ code: 'server_is_overloaded', message: 'Please try later.' }, true],
    [answered(200, 'Invalid JSON response'), false],
    [new TypeError('terminated'), false],
    [{ type: 'api_error', message: 'Internal server error' }, false],
  ])('%j is one of a provider that is busy: %s', (error, isBusy) => {
    expect(classifyModelError(error, NOW)).toMatchObject({ kind: 'temporary', isBusy })
  })

  it.each([
    [answered(429, 'slow down'), true],
    [answered(400, 'You have reached your specified API usage limits.'), true],
    [{ code: 'rate_limit_exceeded', message: 'Please try again in 1.9s' }, true],
    [answered(503, 'away'), false],
    [{ type: 'overloaded_error', message: 'Overloaded' }, false],
  ])('%j is a limit of the account: %s', (error, isLimit) => {
    expect(classifyModelError(error, NOW)).toMatchObject({ kind: 'temporary', isLimit })
  })

  it.each([
    [{ 'retry-after': '7' }, '', 7000],
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, '', 250],
    [{}, '{"error": {"details": [{"retryDelay": "12.5s"}]}}', 12_500],
    [{ 'retry-after': 'Fri, 20 Nov 2026 10:00:00 GMT' }, '', 45_000],
    [{ 'retry-after': 'Fri, 20 Nov 2026 09:00:00 GMT' }, '', 0],
    [{ 'retry-after': 'soon' }, '', 0],
    [{ 'retry-after': '-5' }, '', 0],
    [{}, '', 0],
    [{}, 'Rate limit reached. Please try again in 1.898s.', 1898],
    [{}, 'Please try again in 20ms.', 20],
    [{}, 'Please try again in 6m0.5s.', 360_500],
    [{}, 'Please try again in 1h2m3s.', 3_723_000],
    [{}, 'Please try again in 1.2.3s.', 0],
    [{}, 'Please try again in a moment.', 0],
    [{ 'retry-after': '7' }, 'Please try again in 1.898s.', 7000],
    [
      {
        'anthropic-ratelimit-tokens-remaining': '0',
        'anthropic-ratelimit-tokens-reset': '2026-11-20T10:00:15Z',
      },
      '',
      60_000,
    ],
    [
      {
        'anthropic-ratelimit-tokens-remaining': '5',
        'anthropic-ratelimit-tokens-reset': '2026-11-20T10:00:15Z',
      },
      '',
      0,
    ],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '1d0h6m0s' }, '', 86_760_000],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': 'soon' }, '', 0],
    [{}, '{"error":{"type":"usage_limit_reached","resets_in_seconds":3600}}', 3_600_000],
    [{}, `{"error":{"metadata":{"headers":{"X-RateLimit-Reset":"${NOW + 60_000}"}}}}`, 60_000],
    [{}, 'You will regain access on 2026-11-20 at 10:00 UTC.', 45_000],
    [{}, 'You will regain access on 2026-11-21.', 50_445_000],
    // 09:59:15 UTC is 01:59:15 in California.
    [
      { 'retry-after': '7' },
      '{"quotaId": "GenerateRequestsPerDayPerProject", "retryDelay": "7s"}',
      79_245_000,
    ],
  ])('waits as told by %j %s', (headers, body, retryAfterMs) => {
    expect(classifyModelError(answered(429, 'slow down', body, headers), NOW)).toMatchObject({ retryAfterMs })
  })
})

it('names the address of a 404, without secrets', () => {
  const error = new APICallError({
    message: 'Not Found',
    statusCode: 404,
    url: 'https://me:secret@model.example/messages?key=secret',
    requestBodyValues: {},
  })
  expect(classifyModelError(error, NOW).detail).toBe('404 at https://model.example/messages, Not Found')
  expect(classifyModelError(answered(401, 'no'), NOW).detail).toBe('401, no')
})
