import { expect, test } from 'vitest'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { readEnvironment } from '../../../src/action/start/read-environment.ts'

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
  CACHE_KEY: 'linux-node-24',
}

test('the environment that is left has no secret, no input and no service of the runner', () => {
  const env = { ...given }
  readEnvironment(env)
  expect(Object.keys(env).sort()).toEqual([
    'CACHE_KEY',
    'GITHUB_REPOSITORY',
    'HOME',
    'OPENAI_BASE_URL',
    'PATH',
  ])
})

test('the copy has everything', () => {
  expect(readEnvironment({ ...given }).all).toEqual(given)
})

test('secrets are found, without their line ends', () => {
  const { secrets } = readEnvironment({ ...given, OPENAI_API_KEY: 'sk-with-line-end\n' })
  expect(secrets.toSorted()).toEqual([
    'aws-secret-key',
    'ghs_123456789',
    'ghs_987654321',
    'ghs_input-token',
    'request-token',
    'runtime-token',
    'sk-ant-1234',
    'sk-with-line-end',
  ])
})

test('the password in the address of a proxy is a secret, encoded and decoded; a password in another address is not', () => {
  const { secrets } = readEnvironment({
    HTTPS_PROXY: 'http://bob:hunter%402-secret@proxy.example:3128',
    all_proxy: 'http://bob:50%-of-a-secret@proxy.example',
    DATABASE_URL: 'postgres://postgres:postgres@localhost:5432/test',
    NO_PROXY: 'bob:not-a-secret@example.com',
    OPENAI_BASE_URL: 'https://models.example/v1',
  })
  expect(secrets.toSorted()).toEqual(['50%-of-a-secret', 'hunter%402-secret', 'hunter@2-secret'])
})

test('a secret is masked and scrubbed as it is and as git and HTTP carry it', () => {
  const masked: string[] = []
  const secrets = openSecrets(['ghs_123456789'], (form) => masked.push(form))
  secrets.add('ghs_push')
  secrets.add('ghs_push')
  const base64 = (text: string) => Buffer.from(text).toString('base64')
  const forms = ['ghs_123456789', 'ghs_push'].flatMap((secret) => [
    secret,
    base64(secret),
    base64(`x-access-token:${secret}`),
  ])
  expect(masked).toEqual(forms)
  for (const form of forms) expect(secrets.redact(`a ${form} b`)).toBe('a *** b')
})

test.each(['x', 'ollama', '1234567', ' 123456 '])(
  '%j is too short for a secret: it is neither masked nor scrubbed',
  (value) => {
    const masked: string[] = []
    const secrets = openSecrets([value], (form) => masked.push(form))
    secrets.add(value)
    expect(masked).toEqual([])
    expect(secrets.redact(`exit code ${value}`)).toBe(`exit code ${value}`)
  },
)

test('of a secret with several lines, each line that says something is masked', () => {
  const masked: string[] = []
  const key =
    '-----BEGIN PRIVATE KEY-----\r\nMIIEvQIBADANBgkq\n hkiG9w0BAQEFAASC \n-----END PRIVATE KEY-----\n'
  const { redact } = openSecrets([`{\n"key": "abc"\n}`, key], (form) => masked.push(form))
  expect(masked.filter((form) => form.length < 30)).toEqual([
    '"key": "abc"',
    Buffer.from(`{\n"key": "abc"\n}`).toString('base64'),
    ...['MIIEvQIBADANBgkq', 'hkiG9w0BAQEFAASC'],
  ])
  expect(redact('MIIEvQIBADANBgkq, hkiG9w0BAQEFAASC, "key": "abc"')).toBe('***, ***, ***')
})
