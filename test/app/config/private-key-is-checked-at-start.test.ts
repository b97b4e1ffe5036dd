import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const rest = {
  ...{ APP_ID: '12', WEBHOOK_SECRET: 'a long enough secret', ALLOWED_ACCOUNTS: 'acme' },
  PUBLIC_URL: 'https://prentice.example.com',
}
const problemsOf = (PRIVATE_KEY: string): readonly string[] => {
  const read = readConfig({ ...rest, PRIVATE_KEY })
  return read.kind === 'invalid' ? read.problems : []
}

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ENCRYPTED = { cipher: 'aes-256-cbc', passphrase: 'a passphrase' } as const
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
const ed25519 = generateKeyPairSync('ed25519').privateKey

const pem = (key: typeof privateKey, type: 'pkcs1' | 'pkcs8' | 'sec1', more: object = {}): string =>
  key.export({ type, format: 'pem', ...more }).toString()

test.each([
  ['encrypted, PKCS#8', pem(privateKey, 'pkcs8', ENCRYPTED), 'PRIVATE_KEY: it is encrypted'],
  ['encrypted, PKCS#1', pem(privateKey, 'pkcs1', ENCRYPTED), 'PRIVATE_KEY: it is encrypted'],
  ['of an elliptic curve', pem(ec, 'sec1'), 'PRIVATE_KEY: it must be an RSA key, but its type is ec'],
  ['Ed25519', pem(ed25519, 'pkcs8'), 'PRIVATE_KEY: it must be an RSA key, but its type is ed25519'],
  ['cut short', pem(privateKey, 'pkcs1').slice(0, 400), 'PRIVATE_KEY: it contains no PEM private key'],
  [
    'public',
    createPublicKey(pem(privateKey, 'pkcs1')).export({ type: 'spki', format: 'pem' }).toString(),
    'PRIVATE_KEY: it contains no PEM private key',
  ],
])('a key that is %s is refused with a one-line message', (_, key, problem) => {
  expect(problemsOf(key)).toEqual([expect.stringContaining(problem)])
})

test('a key from GitHub is accepted, also on one line', () => {
  const key = makePrivateKey()
  expect(problemsOf(key)).toEqual([])
  expect(problemsOf(key.replaceAll('\n', '\\n'))).toEqual([])
  expect(problemsOf(pem(privateKey, 'pkcs8'))).toEqual([])
})
