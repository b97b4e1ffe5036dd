import { expect, test } from 'vitest'
import type { AddedLine, Change } from '../../../../src/action/git/diff/change.ts'
import { findUnredactable, scanAddedLines } from '../../../../src/action/git/policy/scan-added-lines.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'

const SECRET = 'Zx9-run-secret-with-marks'
/** Made here and valid nowhere; put together so that no scanner takes this file for a leak. */
const random = (length: number) => 'aB3dE5gH7jK9mN1pQ2rS4tU6vW8xY0zC'.repeat(4).slice(0, length)
const TOKEN = `ghp_${random(36)}`
const AWS_KEY = `AKIA${'Q3EGRZ5XW7TUVB2C'}`
const HEAD = '-----BEGIN RSA PRIVATE KEY-----'

const numbered = (texts: readonly string[], from = 1, step = 1): AddedLine[] =>
  texts.map((text, i) => ({ number: from + i * step, text }))

const change = (addedLines: readonly AddedLine[] | null, more: Partial<Change> = {}): Change => ({
  path: 'a.txt',
  oldPath: null,
  kind: 'added',
  oldMode: null,
  newMode: '100644',
  oldSize: 0,
  newSize: 1,
  additions: 1,
  deletions: 0,
  addedLines,
  ...more,
})

const found = (lines: readonly AddedLine[] | null, more: Partial<Change> = {}) =>
  scanAddedLines([change(lines, more)], indexSecrets([SECRET])).map(({ kind, line }) => [line, kind])

const RUN = 'a secret of this run'

test('each secret of the run is on the line of its number', () => {
  const lines = numbered([SECRET, 'x', `${SECRET} x`, '', `x ${SECRET}`, 'x', SECRET], 41, 10)
  expect(found(lines)).toEqual([
    [41, RUN],
    [61, RUN],
    [81, RUN],
    [101, RUN],
  ])
  expect(found(numbered(['x', SECRET], 5))).toEqual([[6, RUN]])
  expect(found(numbered([SECRET, 'x'], 5))).toEqual([[5, RUN]])
  expect(found(numbered([`${SECRET} ${SECRET}`]))).toEqual([[1, RUN]])
})

test('a secret that spans lines has no line, and comes first', () => {
  const base64 = Buffer.from(`before ${SECRET} after`).toString('base64')
  const wrapped = base64.match(/.{1,8}/g) ?? []
  expect(found(numbered([TOKEN, ...wrapped, 'x']))).toEqual([
    [null, RUN],
    [1, 'a GitHub token'],
  ])
})

test('findings of both kinds are in the order of the lines, one for each line', () => {
  expect(found(numbered([TOKEN, SECRET, `${SECRET} ${TOKEN}`, AWS_KEY]))).toEqual([
    [1, 'a GitHub token'],
    [2, RUN],
    [3, RUN],
    [4, 'an AWS access key'],
  ])
})

test('a token whose letters are in UTF-16 is found', () => {
  expect(found(numbered([[...TOKEN].join('\0')]))).toEqual([[1, 'a GitHub token']])
})

test('lines that were not read have no findings', () => {
  expect(found(null)).toEqual([])
  expect(found([])).toEqual([])
})

test('the raw bytes of a file in another encoding add only other kinds of findings', () => {
  expect(found(numbered([TOKEN]), { rawLines: numbered([`${TOKEN} x`, AWS_KEY], 7) })).toEqual([
    [1, 'a GitHub token'],
    [8, 'an AWS access key'],
  ])
  expect(found(numbered(['x']), { rawLines: numbered([SECRET], 3) })).toEqual([[3, RUN]])
})

test.each<[string, string[], number[]]>([
  ['the key follows', [HEAD, random(64)], [1]],
  ['the key is on the same line', [`key = "${HEAD}\\n${random(64)}"`], [1]],
  ['four headers are between', [HEAD, 'a: 1', 'b: 2', 'c: 3', 'd: 4', random(64)], [1]],
  ['five lines are between', [HEAD, 'a: 1', 'b: 2', 'c: 3', 'd: 4', 'e: 5', random(64)], []],
  ['the lines stand before it', [random(64), HEAD, 'text'], []],
  ['the key stands before it on its line', [`${random(64)} ${HEAD}`, 'text'], []],
  ['nothing follows', [HEAD], []],
  ['head and key are in UTF-16', [[...HEAD].join('\0'), [...random(64)].join('\0')], [1]],
])('a private key where %s', (_, texts, lines) => {
  expect(found(numbered(texts))).toEqual(lines.map((line) => [line, 'a private key']))
})

test('a secret in a path is told without a line, and its text is not searched', () => {
  const found = (path: string) =>
    scanAddedLines([change(numbered([TOKEN]), { path })], indexSecrets([SECRET]))
  expect(found(`logs/${SECRET}`)).toEqual([{ kind: RUN, path: 'logs/***', line: null }])
  expect(found(`logs/${AWS_KEY}.txt`)).toEqual([
    { kind: 'an AWS access key', path: 'logs/***.txt', line: null },
  ])
})

test('a binary file with a secret cannot be redacted, one without can stay', () => {
  const binary = { additions: 0 }
  const changes = [
    change(numbered([SECRET]), { ...binary, path: 'secret.bin' }),
    change(numbered(['x']), { ...binary, path: 'plain.bin' }),
    change([], { ...binary, path: 'deleted.txt' }),
    change(null, { ...binary, path: 'long.txt' }),
    change(numbered([SECRET]), { path: 'secret.txt' }),
  ]
  expect(findUnredactable(changes, indexSecrets([SECRET])).map(({ path }) => path)).toEqual(['secret.bin'])
})

test('a file in another encoding cannot be redacted where its bytes do not show the secret', () => {
  const inBytes = (...texts: string[]) => ({ rawLines: numbered(texts) })
  const changes = [
    change(numbered([SECRET]), { path: 'hidden.txt', ...inBytes('x') }),
    change(numbered([SECRET]), { path: 'shown.txt', ...inBytes(SECRET) }),
    change(numbered([SECRET, TOKEN]), { path: 'half.txt', ...inBytes(SECRET, 'x') }),
    change(numbered(['x']), { path: 'plain.txt', ...inBytes('x') }),
    change(numbered(['x']), { path: 'bytes.txt', ...inBytes(SECRET) }),
  ]
  expect(findUnredactable(changes, indexSecrets([SECRET])).map(({ path }) => path)).toEqual([
    'hidden.txt',
    'half.txt',
  ])
})
