import { describe, expect, it } from 'vitest'
import { openModel } from '../../../../src/action/models/providers/open-model.ts'
import { DEFAULT_RETRY_SETTINGS } from '../../../../src/action/models/providers/retry-settings.ts'
import { readEnvironment } from '../../../../src/action/start/read-environment.ts'

const ENVIRONMENT = {
  ANTHROPIC_API_KEY: 'a-key-of-tests',
  OPENAI_API_KEY: 'o-key-of-tests\n',
  GOOGLE_GENERATIVE_AI_API_KEY: 'g-key-of-tests',
  OPENAI_COMPATIBLE_BASE_URL: 'http://127.0.0.1:9/v1',
}
const reasonOf = async (name: string, environment = {}) => {
  const opened = await openModel(name, environment)
  return opened.ok ? null : opened.reason
}

describe('openModel', () => {
  it.each([
    ['anthropic/claude-sonnet-4-5', ['a-key-of-tests'], true],
    ['openai/gpt-5', ['o-key-of-tests'], true],
    ['google/gemini-2.5-pro', ['g-key-of-tests'], true],
    ['openai-compatible/org/model:7b', [], false],
  ])('opens %s with its key', async (name, secrets, priced) => {
    const opened = await openModel(name, ENVIRONMENT)
    expect(opened).toMatchObject({ ok: true, model: { name, secrets } })
    if (opened.ok) expect(opened.model.price !== null).toBe(priced)
  })

  it.each([
    ['openai-compatible/llama', 'OPENAI_COMPATIBLE', 'http://127.0.0.1:1234/v1', 'lm-studio', []],
    ['openai-compatible/llama', 'OPENAI_COMPATIBLE', 'http://gpu.internal:8080', 'sk-no-key-required', []],
    ['openai/gpt-oss', 'OPENAI', 'http://localhost:8000/v1', 'not-needed', []],
    ['anthropic/qwen', 'ANTHROPIC', 'http://localhost:1234', 'lm-studio', []],
    [
      'openai-compatible/llama',
      'OPENAI_COMPATIBLE',
      'http://127.0.0.1:1234/v1',
      'lm-studio-2',
      ['lm-studio-2'],
    ],
    // The word is a mistake there.
    ['openai/gpt-5', 'OPENAI', '', 'not-needed', ['not-needed']],
    ['openai/gpt-5', 'OPENAI', 'https://eu.api.openai.com/v1', 'not-needed', ['not-needed']],
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC', 'https://api.anthropic.com', 'lm-studio', ['lm-studio']],
    ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI', '', 'dummy-key', ['dummy-key']],
    // Too short for a secret.
    ['openai-compatible/llama', 'OPENAI_COMPATIBLE', 'http://127.0.0.1:11434', 'ollama', []],
    ['openai/gpt-5', 'OPENAI', '', 'x', []],
  ])(
    'opens %s with %s_BASE_URL %j and the key %j, and keeps secret %j',
    async (name, prefix, url, key, secrets) => {
      const environment = { [`${prefix}_BASE_URL`]: url, [`${prefix}_API_KEY`]: key }
      expect(await openModel(name, environment)).toMatchObject({ ok: true, model: { secrets } })
      expect(readEnvironment({ ...environment }).secrets).toEqual(secrets)
    },
  )

  it.each([
    ['anthropic/claude-sonnet-4-5', 'ANTHROPIC_API_KEY'],
    ['openai/gpt-5', 'OPENAI_API_KEY'],
    ['google/gemini-2.5-pro', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    ['openai-compatible/llama', 'OPENAI_COMPATIBLE_BASE_URL'],
  ])('names the variable that %s lacks', async (name, variable) => {
    for (const environment of [{}, { [variable]: '' }, { [variable]: ' \n' }]) {
      const reason = await reasonOf(name, environment)
      expect(reason).toMatchObject({ code: 'model-key-missing', message: expect.stringContaining(variable) })
    }
  })

  it.each(['gpt-5', 'mistral/large', 'anthropic/', '/x', '', 'toString/x', '__proto__/x', 'anthropic/a\0'])(
    'does not know %j',
    async (name) => {
      expect(await reasonOf(name, ENVIRONMENT)).toMatchObject({ code: 'model-unknown' })
    },
  )

  it('refuses an invalid address', async () => {
    const environment = { ...ENVIRONMENT, ANTHROPIC_BASE_URL: 'localhost:8080' }
    expect(await reasonOf('anthropic/claude-sonnet-4-5', environment)).toMatchObject({
      code: 'input-invalid',
    })
  })

  it('refuses an address with a password, and does not repeat it', async () => {
    for (const login of ['bob:hunter2@', 'bob@', ':hunter2@']) {
      const environment = { ...ENVIRONMENT, ANTHROPIC_BASE_URL: `https://${login}models.example/v1` }
      const reason = await reasonOf('anthropic/claude-sonnet-4-5', environment)
      expect(reason).toMatchObject({
        code: 'input-invalid',
        message: expect.stringMatching(/ANTHROPIC_BASE_URL holds a user name or password.*ANTHROPIC_API_KEY/),
      })
      expect(reason?.message).not.toMatch(/bob|hunter2/)
    }
  })

  it('waits as long as the environment says', async () => {
    const settingsOf = async (more: Record<string, string>) => {
      const opened = await openModel('openai/gpt-5', { ...ENVIRONMENT, ...more })
      return opened.ok ? opened.model.retrySettings : opened.reason.message
    }
    expect(await settingsOf({ MODEL_STALL_SECONDS: '', MODEL_RETRY_SECONDS: ' ' })).toEqual(
      DEFAULT_RETRY_SETTINGS,
    )
    const seconds = { MODEL_STALL_SECONDS: '90', MODEL_RETRY_SECONDS: '0.5', MODEL_PATIENCE_SECONDS: '900' }
    expect(await settingsOf(seconds)).toEqual({
      ...DEFAULT_RETRY_SETTINGS,
      firstChunkMs: 90_000,
      chunkMs: 90_000,
      backoffMs: 500,
      patienceMs: 900_000,
    })
    for (const wrong of ['0.05', '301', '-1', 'soon', 'NaN']) {
      expect(await settingsOf({ MODEL_STALL_SECONDS: wrong })).toContain(
        'the environment variable MODEL_STALL_SECONDS must be a number from 0.1 to 300',
      )
    }
  })
})
