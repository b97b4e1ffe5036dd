import { generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
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

test('without a configuration it says on one screen what to set and how to get it', async () => {
  const screen = await refused({})
  for (const name of Object.keys(GOOD)) expect(screen).toMatch(new RegExp(`^ {2}${name}: set it to `, 'm'))
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
  ['a key that is none', { PRIVATE_KEY: 'secret-words' }, /^ {2}PRIVATE_KEY: it does not hold a PEM/m],
  ['no accounts', { ALLOWED_ACCOUNTS: ' ' }, /^ {2}ALLOWED_ACCOUNTS: set it to/m],
])('%s is refused, and nothing else is complained of', async (_, change, complaint) => {
  const screen = await refused({ ...GOOD, ...change })
  expect(screen).toMatch(complaint)
  expect(screen.match(/^ {2}[A-Z_]+: /gm)).toHaveLength(1)
  expect(screen).not.toContain('PRIVATE KEY-----')
  expect(screen).not.toContain('secret-words')
})
