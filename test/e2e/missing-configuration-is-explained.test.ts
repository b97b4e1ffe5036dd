import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCommand } from '../support/processes/command.ts'

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

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

/** For starts that come as far as that. */
const folder = mkdtempSync(join(tmpdir(), 'prentice-start-'))
const LISTENING = { PORT: '0', DATABASE_URL: `sqlite:${folder}/prentice.db`, LOG_LEVEL: 'silent' }
afterAll(() => rmSync(folder, { recursive: true }))

async function refused(env: Record<string, string>): Promise<string> {
  const command = await runCommand('src/app/main.ts', [], env)
  try {
    const { code, stdout, stderr } = await command.ended
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(await command.leftovers()).toEqual([])
    return stderr
  } finally {
    command.kill('SIGKILL')
    await command.remove()
  }
}

test('without a configuration it says what the setup page needs', async () => {
  const screen = await refused({})
  expect(screen.match(/^ {2}[A-Z_]+: set it to /gm)).toEqual(['  PUBLIC_URL: set it to '])
  expect(screen).toContain('a page that registers the GitHub App')
  expect(screen).toContain('docs/install.md')
})

test('with a part of the credentials it says on one screen what to set and how to get it', async () => {
  const screen = await refused({ WEBHOOK_SECRET: GOOD.WEBHOOK_SECRET })
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
    /^ {2}PUBLIC_URL: .*It must be https:\/\/ \(http:\/\/ only on loopback\)/m,
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
  [
    'an address of another machine',
    { HOST: '192.0.2.1', ...LISTENING },
    /^ {2}HOST: 192\.0\.2\.1 is not an address of this machine;/m,
  ],
  [
    'an address of another machine for metrics',
    { METRICS_HOST: '192.0.2.1', METRICS_PORT: '9464', ...LISTENING },
    /^ {2}METRICS_HOST: 192\.0\.2\.1 is not an address of this machine;/m,
  ],
  ['no accounts', { ALLOWED_ACCOUNTS: ' ' }, /^ {2}ALLOWED_ACCOUNTS: set it to/m],
])('%s is refused, and nothing else is complained of', async (_, change, complaint) => {
  const screen = await refused({ ...GOOD, ...change })
  expect(screen).toMatch(complaint)
  expect(screen.match(/^ {2}[A-Z_]+: /gm)).toHaveLength(1)
  expect(screen).not.toContain('PRIVATE KEY-----')
  expect(screen).not.toContain('secret-words')
})
