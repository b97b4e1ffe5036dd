import { APICallError } from 'ai'
import { describe, expect, it } from 'vitest'
import { classifyModelError } from '../../../../src/action/models/request/classify-model-error.ts'

/** The SDK's own message for a body that it cannot read. */
const STATUS_TEXT = 'Bad Request'

const refusal = (statusCode: number, body: unknown, requestBodyValues: unknown = {}) =>
  new APICallError({
    message: STATUS_TEXT,
    statusCode,
    responseBody: typeof body === 'string' ? body : JSON.stringify(body),
    responseHeaders: {},
    url: 'https://model.example/v1',
    requestBodyValues,
  })

const kindOf = (error: unknown) => classifyModelError(error, 0).kind
const error = (message: string, fields: object = {}) => ({ error: { message, ...fields } })

describe('the provider’s wording for a conversation that is too long', () => {
  it.each([
    [
      'OpenAI',
      400,
      error(
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 8545 tokens.",
      ),
    ],
    ['OpenAI Responses', 400, error('Your input exceeds the context window of this model.')],
    ['OpenAI, one text', 400, error('string too long', { code: 'string_above_max_length' })],
    [
      'Anthropic',
      400,
      {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          message: 'prompt is too long: 213462 tokens > 200000 maximum',
        },
      },
    ],
    [
      'Anthropic, bytes',
      413,
      {
        type: 'error',
        error: { type: 'request_too_large', message: 'Request exceeds the maximum allowed size' },
      },
    ],
    ['Bedrock', 400, { message: 'Input is too long for requested model.' }],
    [
      'Google',
      400,
      [error('The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).')],
    ],
    [
      'xAI',
      400,
      {
        code: 'invalid-argument',
        error: "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
      },
    ],
    ['Groq', 400, error('Please reduce the length of the messages or completion.')],
    [
      'Groq, by minute',
      413,
      error('Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 6500'),
    ],
    ['Mistral', 400, { object: 'error', message: 'Prompt too long: 40000 tokens', type: 'invalid_request' }],
    ['Kimi', 400, error('Your request exceeded model token limit: 262144 (requested: 270000)')],
    ['MiniMax', 400, error('invalid params, context window exceeds limit')],
    ['GLM', 400, error('Prompt exceeds max length', { code: '1261' })],
    ['Qwen', 400, error('<400> InternalError.Algo: Range of input length should be [1, 129024]')],
    [
      'Doubao',
      400,
      error('Input length 130000 exceeds the maximum length 128000', { code: 'InvalidParameter' }),
    ],
    [
      'GitHub Copilot',
      400,
      error('prompt token count of 130000 exceeds the limit of 128000', {
        code: 'model_max_prompt_tokens_exceeded',
      }),
    ],
    ['GitHub Models', 413, error('Request body too large', { code: 'tokens_limit_reached' })],
    ['a gateway', 400, error('Token limit exceeded')],
    [
      'OpenRouter',
      400,
      error('Provider returned error', {
        code: 400,
        metadata: {
          raw: '{"error":{"message":"This endpoint\'s maximum context length is 262144 tokens."}}',
          provider_name: 'X',
        },
      }),
    ],
    [
      'vLLM',
      400,
      {
        object: 'error',
        message:
          "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens.",
        code: 400,
      },
    ],
    [
      'llama.cpp',
      400,
      error('the request exceeds the available context size, try increasing it', {
        type: 'exceed_context_size_error',
      }),
    ],
    [
      'LM Studio',
      400,
      {
        error:
          'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5000>= n_ctx: 4096).',
      },
    ],
    [
      'Text Generation Inference',
      422,
      {
        error: 'Input validation error: `inputs` must have less than 1024 tokens. Given: 1025',
        error_type: 'validation',
      },
    ],
    ['LiteLLM', 500, error('litellm.ContextWindowExceededError: context window exceeded')],
    [
      'Text Generation Inference, with the answer',
      422,
      {
        error:
          'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9100 `inputs`',
      },
    ],
    [
      'SambaNova',
      400,
      error(
        'generating 1 tokens requires a length of 10001, but the maximum supported sequence length is just 8192!',
      ),
    ],
    ['TensorRT-LLM', 400, { message: 'prompt length 9000 should not exceed max_input_len 8192' }],
    [
      'MLC',
      400,
      { message: 'Request prompt has 9000 tokens, larger than the model input length limit 4096.' },
    ],
    [
      'watsonx',
      400,
      { errors: [{ message: 'the number of input tokens 9000 cannot exceed the total tokens limit 8192' }] },
    ],
    ['Doubao, with images', 400, error('Total tokens of image and text exceed max message tokens')],
    ['Snowflake', 400, { message: 'max tokens of 4096 exceeded', code: '399103' }],
    // https://github.com/earendil-works/pi/issues/4943
    [
      'Poolside',
      400,
      error('Input length 131393 exceeds the maximum allowed input length of 131040 tokens.'),
    ],
  ])('is understood (%s)', (_, status, body) => {
    expect(kindOf(refusal(status, body))).toBe('too-long')
  })
})

it('a limit of the answer is none of the conversation (Groq)', () => {
  const said =
    '`max_completion_tokens` must be less than or equal to `8192`, the maximum value for `max_completion_tokens` is less than the `context_window` for this model'
  expect(kindOf(refusal(400, error(said)))).toBe('refused')
})

// https://github.com/ggml-org/llama.cpp/issues/15377
it.each([
  [
    'llama.cpp',
    'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  ],
  ['llama.cpp, older', 'Failed to parse messages: Unsupported content part type: "image_url"; messages = ['],
  ['Ollama', 'this model is missing data required for image input'],
  [
    'a template of Mistral',
    'conversation roles must alternate user and assistant roles except for tool calls',
  ],
])('what a server of open models refuses with 500 is not retried as it is (%s)', (_, said) => {
  expect(kindOf(refusal(500, error(said)))).toBe('refused')
  expect(kindOf(refusal(500, error('CUDA error')))).toBe('temporary')
})

// https://github.com/github/gh-models/issues/65
it.each([
  ['GitHub', 400, error('Unavailable model: o1', { code: 'unavailable_model' })],
  ['GitHub, another name', 400, error('Unknown model: x', { code: 'unknown_model' })],
  ['GitHub Copilot', 400, error('The requested model is not supported.', { code: 'model_not_supported' })],
])('a model that is not offered is gone (%s)', (_, status, body) => {
  expect(kindOf(refusal(status, body))).toBe('gone')
})

describe('a limit of the account', () => {
  it.each([
    ['Bedrock', 429, { message: 'Too many tokens, please wait before trying again.' }],
    [
      'Cerebras',
      429,
      {
        message: 'Tokens per minute limit exceeded - too many tokens processed.',
        code: 'token_quota_exceeded',
      },
    ],
    [
      'OpenRouter',
      429,
      error('Provider returned error', {
        code: 429,
        metadata: { raw: 'x is temporarily rate-limited upstream.' },
      }),
    ],
    ['Google', 429, [error('You exceeded your current quota.', { code: 429, status: 'RESOURCE_EXHAUSTED' })]],
    ['Bedrock, with another status', 400, { __type: 'ThrottlingException', message: 'Rate exceeded' }],
    ['ChatGPT', 429, error('The usage limit has been reached', { type: 'usage_limit_reached' })],
  ])('is waited for and shortens nothing (%s)', (_, status, body) => {
    expect(classifyModelError(refusal(status, body), 0)).toMatchObject({ kind: 'temporary', isLimit: true })
  })

  it('is not what an overloaded server is (Moonshot)', () => {
    const overloaded = refusal(429, error('The engine is overloaded', { type: 'engine_overloaded_error' }))
    expect(classifyModelError(overloaded, 0)).toMatchObject({
      kind: 'temporary',
      isLimit: false,
      isBusy: true,
    })
  })

  it.each([
    ['OpenAI', 429, error('You exceeded your current quota.', { code: 'insufficient_quota' })],
    [
      'Moonshot',
      429,
      error('Your account is suspended, please check your plan.', { type: 'exceeded_current_quota_error' }),
    ],
    [
      'Anthropic',
      429,
      { type: 'error', error: { type: 'rate_limit_error', error_code: 'credits_required', message: 'No' } },
    ],
    ['LiteLLM', 429, error('No', { code: 'terminal_quota_exhausted' })],
    ['DashScope', 400, { code: 'Arrearage', message: 'Access denied.' }],
    // https://github.com/axoviq-ai/synthadoc/issues/215
    [
      'DashScope, free tier',
      403,
      error('The free quota has been exhausted.', { code: 'AllocationQuota.FreeTierOnly' }),
    ],
    ['GLM', 429, error('Insufficient balance or no resource package.', { code: '1113' })],
    ['Opencode', 401, { type: 'error', error: { type: 'CreditsError', message: 'Insufficient balance.' } }],
  ])('is not waited for if it needs money (%s)', (_, status, body) => {
    expect(kindOf(refusal(status, body))).toBe('no-credit')
  })
})

describe('a refusal of content', () => {
  it.each([
    ['OpenAI', 400, error('No', { code: 'cyber_policy' })],
    [
      'Azure',
      400,
      error('No', {
        code: 'BadRequest',
        innererror: { code: 'ResponsibleAIPolicyViolation' },
      }),
    ],
    [
      'DashScope',
      400,
      {
        code: 'data_inspection_failed',
        message: 'Input data may contain inappropriate content.',
      },
    ],
    ['GLM', 400, error('No', { code: '1301' })],
    [
      'OpenRouter',
      403,
      error('x requires moderation on Y. Your input was flagged for "z".', {
        code: 403,
        metadata: { reasons: ['z'], flagged_input: 'maximum context length' },
      }),
    ],
  ])('is one by its code or its words (%s)', (_, status, body) => {
    expect(kindOf(refusal(status, body))).toBe('content-refused')
  })
})

describe('words of the request', () => {
  const said =
    'The maximum context length is exceeded, says our safety system: insufficient_quota, rate limit'
  const request = { messages: [{ role: 'user', content: `${said}\nline 2` }] }

  it.each([
    ['FastAPI', 422, { detail: [{ loc: ['body', 'messages', 0], msg: 'Field required', input: said }] }],
    ['FastAPI, in the message', 422, { detail: [{ msg: `Value error, got '${said}'` }] }],
    ['OpenAI', 400, error(`Invalid value: '${said}'. Supported values are: 'text'.`)],
    ['OpenAI, shortened', 400, error(`Invalid value: '${said.slice(0, 60)}...'.`)],
    ['a sentence without quotes', 400, error(`Cannot parse this: ${said.split(':')[0]}. Please check.`)],
    ['a line end', 400, error(`Bad content "${said}\nline 2"`)],
  ])('do not classify its refusal (%s)', (_, status, body) => {
    const classified = classifyModelError(refusal(status, body, request), 0)
    expect(classified.kind).toBe('refused')
    expect(classified.detail).not.toContain('maximum context length')
  })
})

describe('the message of a provider', () => {
  it.each([
    [
      '{"detail"}',
      { detail: 'Model is not available in your region' },
      'Model is not available in your region',
    ],
    [
      'a list of details',
      { detail: [{ msg: 'Field required' }, { msg: 'Too short' }] },
      'Field required; Too short',
    ],
    ['{"error"} of a text', { error: 'model "x" not found, try pulling it first' }, 'model "x" not found'],
    ['{"message"}', { message: 'The provided model identifier is invalid.' }, 'model identifier is invalid'],
    ['{"errors"}', { errors: [{ message: 'No such route' }] }, 'No such route'],
    [
      'metadata.raw of OpenRouter',
      error('Provider returned error', { metadata: { raw: '{"detail":"bad tool schema"}' } }),
      'bad tool schema',
    ],
    ['an array of Google', [error('Unknown name "x"', { status: 'INVALID_ARGUMENT' })], 'Unknown name "x"'],
    ['JSON in a message', error('{"message":"inner"}'), 'inner'],
    ['a plain text', 'upstream says no', 'upstream says no'],
    [
      'a page of a proxy',
      '<html><head><title>403 Forbidden by WAF</title></head></html>',
      '403 Forbidden by WAF',
    ],
    ['an empty body', '', STATUS_TEXT],
    ['a body without words', { ok: false }, STATUS_TEXT],
  ])('reaches the reason from %s', (_, body, words) => {
    expect(classifyModelError(refusal(404, body), 0).detail).toContain(words)
  })

  it('decides within a stream, where its code is a status', () => {
    expect(classifyModelError({ error: { code: 502, message: 'Bad gateway' } }, 0)).toMatchObject({
      isBusy: true,
    })
    expect(classifyModelError({ code: 400, message: 'tool_use ids must be unique' }, 0)).toEqual({
      kind: 'refused',
      detail: '400, tool_use ids must be unique',
      status: 400,
    })
    expect(kindOf({ type: 'error', error: { code: 'context_length_exceeded', message: 'No' } })).toBe(
      'too-long',
    )
    expect(kindOf('{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}')).toBe(
      'temporary',
    )
  })

  it('is read in any nesting without an end', () => {
    let nested: object = { message: 'deep' }
    for (let level = 0; level < 10_000; level += 1) nested = { error: nested }
    expect(kindOf(nested)).toBe('temporary')
    expect(kindOf(refusal(400, { error: { message: '"'.repeat(2_000_000) } }))).toBe('refused')
  })
})
