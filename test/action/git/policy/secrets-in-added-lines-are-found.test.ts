import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change } from '../../../../src/action/git/diff/change.ts'
import { scanAddedLines } from '../../../../src/action/git/policy/scan-added-lines.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import { redactSecrets } from '../../../../src/action/secrets/secrets.ts'
import { drawFrom, KINDS_OF_KEYS, makePrivateKey } from '../../../support/action/well-known-keys.ts'
import { assertProperty, testRandom } from '../../../support/random.ts'

const SECRET = 'Zx9-run secret/with+marks'
/** Made here and valid nowhere; split so that no scanner takes this file for a leak. */
const random = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC'.repeat(4).slice(0, length)

function adding(...lines: string[]): Change[] {
  const addedLines = lines.map((text, at) => ({ number: at + 1, text }))
  const none = { oldPath: null, oldMode: null, oldSize: 0, newSize: 1, additions: 1, deletions: 0 }
  return [{ path: 'a.txt', kind: 'added', newMode: '100644', ...none, addedLines }]
}

test.each(KINDS_OF_KEYS)('%s', (kind, make) => {
  const secret = make(drawFrom(testRandom(kind)))
  expect(scanAddedLines(adding('fine', `key: "${secret}",`), indexSecrets())).toEqual([
    { kind, path: 'a.txt', line: 2 },
  ])
  expect(redactSecrets(`take ${secret} please`, indexSecrets())).toBe('take *** please')
})

test('a private key, on lines or as one string', () => {
  const head = '-----BEGIN RSA PRIVATE KEY-----'
  expect(scanAddedLines(adding(head, random(64)), indexSecrets())).toMatchObject([
    { kind: 'a private key', line: 1 },
  ])
  expect(scanAddedLines(adding(`"${head}\\n${random(64)}"`), indexSecrets())).toMatchObject([
    { kind: 'a private key' },
  ])
})

test('a private key below at most four lines of headers', () => {
  const head = '-----BEGIN PGP PRIVATE KEY BLOCK-----'
  const headers = ['Version: 1', 'Comment: a', 'Comment: b', '', 'Hash: c']
  const find = (count: number) =>
    scanAddedLines(adding(head, ...headers.slice(0, count), random(64)), indexSecrets())
  expect(find(4)).toEqual([{ kind: 'a private key', path: 'a.txt', line: 1 }])
  expect(find(5)).toEqual([])
})

test('a placeholder has at most seven different characters', () => {
  const find = (characters: string) =>
    scanAddedLines(adding(`npm_${characters.repeat(36).slice(0, 36)}`), indexSecrets())
  expect(find('a1B2c3D4')).toMatchObject([{ kind: 'an npm token' }])
  expect(find('a1B2c3D')).toEqual([])
  // A short one has few characters by chance.
  expect(scanAddedLines(adding(`AKIA${'A2B3C4'.repeat(3).slice(0, 16)}`), indexSecrets())).toHaveLength(1)
  expect(scanAddedLines(adding(`AKIA${'A2B3C'.repeat(4).slice(0, 16)}`), indexSecrets())).toEqual([])
})

test.each([
  `ghp_${'x'.repeat(36)}`,
  'AKIAIOSFODNN7EXAMPLE',
  "if (pem.startsWith('-----BEGIN PRIVATE KEY-----')) return",
  'sk-learn-is-a-python-package-with-a-long-name-and-more',
  'integrity sha512-aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zCaB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC==',
  'task-management, risk-ant-colony, prn_key, AIzawa',
])('%s is no secret', (line) => {
  expect(scanAddedLines(adding(line, 'next'), indexSecrets([SECRET]))).toEqual([])
})

test.each(['EXAMPLE', '-EXAMPLE', '_EXAMPLE'])('a key of any kind with %s behind it is found', (suffix) => {
  const missed = KINDS_OF_KEYS.filter(([kind, make]) => {
    const key = make(drawFrom(testRandom(kind)))
    return !scanAddedLines(adding(`key: "${key}${suffix}"`), indexSecrets()).some((one) => one.kind === kind)
  })
  expect([...new Set(missed.map(([kind]) => kind))]).toEqual([])
})

test('a key of a manual ends in EXAMPLE', () => {
  const keys = [`ghp_${random(29)}EXAMPLE`, `glpat-${random(13)}EXAMPLE`, `AKIA${'A2B3C4D5E'}EXAMPLE`]
  expect(scanAddedLines(adding(...keys), indexSecrets())).toEqual([])
})

test('a secret of this run, wherever it stands in base64', () => {
  assertProperty(
    fc.property(fc.uint8Array({ maxLength: 9 }), fc.uint8Array({ maxLength: 9 }), (before, after) => {
      const bytes = Buffer.concat([before, Buffer.from(SECRET), after])
      for (const encoding of ['base64', 'base64url', 'hex'] as const) {
        expect(scanAddedLines(adding(bytes.toString(encoding)), indexSecrets([SECRET]))).toHaveLength(1)
      }
    }),
    { numRuns: 50 },
  )
})

test('a secret of this run is found in other encodings', () => {
  const wrapped =
    Buffer.from(`before ${SECRET} after`)
      .toString('base64')
      .match(/.{1,8}/g) ?? []
  expect(scanAddedLines(adding(...wrapped), indexSecrets([SECRET]))).toMatchObject([{ line: null }])
  expect(scanAddedLines(adding(encodeURIComponent(SECRET)), indexSecrets([SECRET]))).toHaveLength(1)
  expect(scanAddedLines(adding([...SECRET].join('\0')), indexSecrets([SECRET]))).toHaveLength(1)
  expect(
    scanAddedLines(adding('second line of it'), indexSecrets(['first line\nsecond line of it\n'])),
  ).toHaveLength(1)
})

test('a secret in a path is found and not shown', () => {
  const [change] = adding('fine')
  const found = scanAddedLines(
    change ? [{ ...change, path: `logs/${SECRET}.txt` }] : [],
    indexSecrets([SECRET]),
  )
  expect(found).toEqual([{ kind: 'a secret of this run', path: 'logs/***.txt', line: null }])
})

test('a key between lines that stay is found', () => {
  const key = makePrivateKey(testRandom('between')).split('\n')
  const find = (lines: string[]) => scanAddedLines(adding('fine', ...lines), indexSecrets())
  expect(find(key)).toEqual([{ kind: 'a private key', path: 'a.txt', line: 2 }])
  expect(find(key.slice(0, -1))).toEqual([{ kind: 'a private key', path: 'a.txt', line: 2 }])
  expect(find(key.slice(1))).toEqual([{ kind: 'a private key', path: 'a.txt', line: 2 }])
})

test('a very short or empty value is not looked for', () => {
  expect(scanAddedLines(adding('abc'), indexSecrets(['', 'abc', '  ']))).toEqual([])
})
