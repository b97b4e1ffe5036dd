import { createPrivateKey } from 'node:crypto'
import { expect, test } from 'vitest'
import { describeMissing, readStart } from '../../../src/app/config/read-start.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const privateKey = makePrivateKey()

const GOOD = {
  APP_ID: '1',
  PRIVATE_KEY: privateKey,
  WEBHOOK_SECRET: 'long enough to be one',
  PUBLIC_URL: 'https://prentice.example.com',
  ALLOWED_ACCOUNTS: 'acme',
}

const encrypted = createPrivateKey(privateKey)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'a passphrase' })
  .toString()

/** What the server prints before it exits. */
function refused(environment: NodeJS.ProcessEnv): string {
  const start = readStart(environment)
  if (start.kind !== 'invalid') throw new Error(`it starts: ${start.kind}`)
  return describeMissing(start.problems, environment)
}

test('the configuration that the other tests change is valid', () => {
  expect(readStart(GOOD).kind).toBe('run')
})

test('with some of the credentials, the message says on one screen what to set and how to get it', () => {
  const screen = refused({ WEBHOOK_SECRET: GOOD.WEBHOOK_SECRET })
  for (const name of Object.keys(GOOD).filter((one) => one !== 'WEBHOOK_SECRET'))
    expect(screen).toMatch(new RegExp(`^ {2}${name}: set it to `, 'm'))
  expect(screen).toContain('/settings/apps/new?')
  expect(screen.split('\n').length).toBeLessThan(25)
})

test.each([
  ['an empty webhook secret', { WEBHOOK_SECRET: '' }, /^ {2}WEBHOOK_SECRET: set it to the webhook secret/m],
  [
    'a short webhook secret',
    { WEBHOOK_SECRET: 'development' },
    /^ {2}WEBHOOK_SECRET: it must have at least/m,
  ],
  [
    'a public address without TLS',
    { PUBLIC_URL: 'http://prentice.example.com' },
    /^ {2}PUBLIC_URL: .*this server; it must be https:\/\/ \(http:\/\/ only on loopback\)/m,
  ],
  ['a key that is none', { PRIVATE_KEY: 'secret-words' }, /^ {2}PRIVATE_KEY: it contains no PEM/m],
  [
    'an encrypted key',
    { PRIVATE_KEY: encrypted },
    /^ {2}PRIVATE_KEY: it is encrypted; set it to the \.pem file as GitHub generated it$/m,
  ],
  [
    'no account on GitHub',
    { ALLOWED_ACCOUNTS: '@acme' },
    /^ {2}ALLOWED_ACCOUNTS: "@acme" is not a valid login;/m,
  ],
  [
    'an address with a path',
    { PUBLIC_URL: 'https://a.example/b' },
    /^ {2}PUBLIC_URL: it must not contain a path;/m,
  ],
  [
    'an address with a password',
    { GITHUB_SERVER_URL: 'https://ann:secret-words@github.example' },
    /^ {2}GITHUB_SERVER_URL: it must not contain a user name or password$/m,
  ],
  ['one port for two listeners', { METRICS_PORT: '3000' }, /^ {2}METRICS_PORT: it is the same as PORT;/m],
  ['no accounts', { ALLOWED_ACCOUNTS: ' ' }, /^ {2}ALLOWED_ACCOUNTS: set it to/m],
])('%s is refused, and nothing else is complained of', (_, change, complaint) => {
  const screen = refused({ ...GOOD, ...change })
  expect(screen).toMatch(complaint)
  expect(screen.match(/^ {2}[A-Z_]+: /gm)).toHaveLength(1)
  expect(screen).not.toContain('PRIVATE KEY-----')
  expect(screen).not.toContain('secret-words')
})
