import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import { makePrivateKey } from '../../support/action/well-known-keys.ts'
import { assertProperty, testRandom } from '../../support/random.ts'

/** Made here and valid nowhere. */
const KEY = 'sk-ant-api03-xV9qL2mZ7tR4wN8cB1kJ6hG3fD5sA0pQ_eY-uI'
const TOKEN = `eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOm8vciJ9.${'Zm9vQmFy'}${'9xK2vT7q'.repeat(4)}`
const PHRASE = 'correct horse battery staple'

const encodings = ['base64', 'base64url', 'hex'] as const

test('a secret is removed completely in any encoding, whatever stands around it', () => {
  const { redactKnown } = indexSecrets([KEY, PHRASE])
  assertProperty(
    fc.property(
      fc.uint8Array({ maxLength: 8 }),
      fc.uint8Array({ maxLength: 8 }),
      fc.constantFrom(KEY, PHRASE),
      (before, after, secret) => {
        const bytes = Buffer.concat([before, Buffer.from(secret), after])
        for (const encoding of encodings) {
          expect(redactKnown(`say ${bytes.toString(encoding)}.`)).toBe('say ***.')
        }
        expect(redactKnown(`say ${bytes.toString('hex').toUpperCase()}.`)).toBe('say ***.')
      },
    ),
    { numRuns: 100 },
  )
})

describe('as it is', () => {
  test.each([
    ['between words', `a ${KEY} b`, 'a *** b'],
    ['twice', `${KEY}, ${KEY}`, '***, ***'],
    ['reversed', [...KEY].reverse().join(''), '***'],
    ['letter by letter', [...KEY].join(' '), '***'],
    ['with a character between that does not show', [...KEY].join('\u200d'), '***'],
    ['over several lines', KEY.replace(/.{9}/g, '$&\n  '), '***'],
    ['percent encoded', [...KEY].map((c) => `%${c.charCodeAt(0).toString(16)}`).join(''), '***'],
    ['as bytes of a string', [...KEY].map((c) => `\\x${c.charCodeAt(0).toString(16)}`).join(''), '***'],
    ['a phrase', `the ${PHRASE}!`, 'the ***!'],
    ['a token', `Bearer ${TOKEN}`, 'Bearer ***'],
    ['for git', Buffer.from(`x-access-token:${KEY}`).toString('base64'), '***'],
  ])('%s', (_, text, clean) => {
    expect(indexSecrets([KEY, PHRASE, TOKEN]).redactKnown(text)).toBe(clean)
  })
})

test.each([
  ['in JSON', JSON.stringify({ key: 'p"a\\s$ w<o>r&d/2' }), '{"key":"***"}'],
  ['in HTML', '<b>p&quot;a\\s$ w&lt;o&gt;r&amp;d/2</b>', '<b>***</b>'],
  ['in an address', `?k=${encodeURIComponent('p"a\\s$ w<o>r&d/2')}`, '?k=***'],
  ['in an address, in small letters', '?k=p%22a%5cs%24%20w%3co%3er%26d%2f2', '?k=***'],
])('a password with marks, as it stands %s', (_, text, clean) => {
  expect(indexSecrets(['p"a\\s$ w<o>r&d/2']).redactKnown(text)).toBe(clean)
})

test('a piece of twelve characters is enough, in any encoding', () => {
  const secret = testRandom().bytes(48).toString('base64url')
  const { find } = indexSecrets([secret])
  const turns = (text: string) => text.match(/[a-z](?=[A-Z\d])|[A-Z](?=[a-z\d])|\d(?=[A-Za-z])/g)?.length ?? 0
  for (let at = 0; at + 12 <= secret.length; at += 1) {
    const piece = secret.slice(at, at + 12)
    for (const encoding of encodings) {
      expect(find(`<${Buffer.from(piece).toString(encoding)}>`), piece).toHaveLength(1)
    }
    // Twelve characters may look like a word by chance.
    if (turns(piece) >= 4) expect(find(`key=${piece};`), piece).toHaveLength(1)
  }
})

test.each([
  ['the beginning that all keys share', 'sk-ant-api03-'],
  ['the head and claims of a token', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOm8vciJ9.'],
  [
    'the head and claims of a token, with a few characters more',
    `${TOKEN.slice(0, TOKEN.lastIndexOf('.') + 9)}!`,
  ],
  ['words of a phrase', 'a correct horse, a battery'],
  ['a few characters', KEY.slice(20, 30)],
  ['what is like it', `${KEY.slice(18, 29)}!${KEY.slice(30, 41)}!${KEY.slice(42)}`],
])('%s are no secret', (_, text) => {
  expect(indexSecrets([KEY, PHRASE, TOKEN]).redactKnown(text)).toBe(text)
})

test.each([
  "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return",
  'if (type === "service_account") return fetch("https://oauth2.googleapis.com/token")',
  '"private_key_id": null, "auth_uri": "https://accounts.google.com/o/oauth2/auth"',
])('of credentials in JSON, the words that all have are no secret: %s', (text) => {
  const random = testRandom()
  const key = makePrivateKey(random)
  const account = {
    ...{ type: 'service_account', private_key_id: random.bytes(20).toString('hex'), private_key: key },
    ...{
      auth_uri: 'https://accounts.google.com/o/oauth2/auth',
      token_uri: 'https://oauth2.googleapis.com/token',
    },
  }
  for (const secret of [key, JSON.stringify(account), JSON.stringify(account, null, 2)]) {
    const { redactKnown } = indexSecrets([secret])
    expect(redactKnown(text)).toBe(text)
    const line = key.split('\n')[1] ?? ''
    for (const form of [
      secret,
      JSON.stringify(secret),
      encodeURIComponent(secret),
      line,
      JSON.stringify({ line }),
    ])
      expect(redactKnown(form)).not.toContain(line.slice(8, 24))
  }
})

test('in a patch the marks of its lines stay, and bytes that are no UTF-8', () => {
  const { redactKnown } = indexSecrets([KEY, 'pass-w\u00f6rd-of-it'])
  const patch = `-a\n+${Buffer.from(KEY).toString('base64')}\n+\xff pass-w\xc3\xb6rd-of-it\n`
  expect(redactKnown(patch)).toBe('-a\n+***\n+\xff ***\n')
})

test('a secret that is added later is found from then on', () => {
  const known = indexSecrets()
  expect(known.redactKnown(KEY)).toBe(KEY)
  known.add(KEY)
  expect(known.redactKnown(KEY)).toBe('***')
})

// Work that grew with the square of the length would take hours.
test('a text of 32 MiB that nearly holds a secret in each line is searched', () => {
  const { find } = indexSecrets([KEY, TOKEN, PHRASE, 'a'.repeat(16)])
  const line = `${'a'.repeat(15)}! ${testRandom().bytes(3000).toString('base64')}!`
  expect(find(line.repeat(8300))).toEqual([])
})
