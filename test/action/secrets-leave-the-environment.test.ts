import { expect, test } from 'vitest'
import { takeEnvironment } from '../../src/action/take-environment.ts'

const given = {
  PATH: '/usr/bin',
  HOME: '/home/runner',
  GITHUB_REPOSITORY: 'o/r',
  GITHUB_TOKEN: 'ghs_123456789',
  GH_TOKEN: 'ghs_987654321',
  'INPUT_GITHUB-TOKEN': 'ghs_input-token',
  INPUT_PROMPT: 'Do it',
  ACTIONS_ID_TOKEN_REQUEST_URL: 'https://pipelines.example/token?v=1',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'request-token',
  ACTIONS_RUNTIME_TOKEN: 'runtime-token',
  ANTHROPIC_API_KEY: 'sk-ant-1234',
  OPENAI_BASE_URL: 'https://models.example/v1',
  AWS_SECRET_ACCESS_KEY: 'aws-secret-key',
  MY_PASSWORD: 'yes',
}

test('what is left names no secret, no input and no service of the runner', () => {
  const env = { ...given }
  takeEnvironment(env)
  expect(Object.keys(env).sort()).toEqual(['GITHUB_REPOSITORY', 'HOME', 'OPENAI_BASE_URL', 'PATH'])
})

test('the copy has everything', () => {
  expect(takeEnvironment({ ...given }).all).toEqual(given)
})

test('secrets are to be masked as they are and as git and HTTP carry them', () => {
  const { secrets } = takeEnvironment({ ...given })
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  for (const secret of [
    'ghs_123456789',
    'ghs_input-token',
    'request-token',
    'sk-ant-1234',
    'aws-secret-key',
  ]) {
    expect(secrets).toContain(secret)
    expect(secrets).toContain(base64(secret))
    expect(secrets).toContain(base64(`x-access-token:${secret}`))
  }
})

test('neither words nor addresses nor prompts are masked', () => {
  const { secrets } = takeEnvironment({ ...given })
  for (const value of ['yes', 'Do it', given.ACTIONS_ID_TOKEN_REQUEST_URL, given.OPENAI_BASE_URL]) {
    expect(secrets).not.toContain(value)
  }
})
