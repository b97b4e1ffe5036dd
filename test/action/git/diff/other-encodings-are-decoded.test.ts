import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findNewLinks } from '../../../../src/action/git/diff/new-links.ts'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { findUnredactable, scanAddedLines } from '../../../../src/action/git/policy/scan-added-lines.ts'
import { indexSecrets } from '../../../../src/action/secrets/secret-index.ts'
import { type Files, givenRemote, prepared } from '../given-remote.ts'

const PASSPHRASE = 'größter-жук-Geheimnis'
/** Valid nowhere; split so that no scanner takes this file for a leak. */
const KEY = `AKIA${'Q3EGRZ5XW7TUVB2C'}`

const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le')
const bigEndian = (text: string): Buffer => utf16(text).swap16()

async function changeOf(before: Files, path: string, bytes: Buffer) {
  const given = await givenRemote({ 'other.txt': 'x\n', ...before })
  const start = prepared(await given.prepare())
  rmSync(join(given.workspace, path), { recursive: true, force: true })
  writeFileSync(join(given.workspace, path), bytes)
  return (await readChanges(start)).changes
}

// The first letter has the byte of a line feed in it.
const OLD = 'ĊਊA\r\nkey = 1\r\n'
const NEW = `ĊਊA\r\nkey = "${KEY}"\r\nsee https://evil.example/x.js\r\n${PASSPHRASE}\r\n`

test.each([
  ['UTF-16LE', utf16(`\uFEFF${OLD}`), utf16(`\uFEFF${NEW}`)],
  ['UTF-16BE', bigEndian(`\uFEFF${OLD}`), bigEndian(`\uFEFF${NEW}`)],
  ['UTF-16LE without a byte order mark', utf16(OLD), utf16(NEW)],
  ['UTF-16BE without a byte order mark', bigEndian(OLD), bigEndian(NEW)],
])('%s: the lines that are added, their secrets and links', async (_, old, now) => {
  const changes = await changeOf({ 'a.txt': old, '.gitattributes': '*.txt binary\n' }, 'a.txt', now)
  expect(changes).toMatchObject([
    {
      path: 'a.txt',
      addedLines: [
        { number: 2, text: `key = "${KEY}"\r` },
        { number: 3, text: 'see https://evil.example/x.js\r' },
        { number: 4, text: `${PASSPHRASE}\r` },
      ],
    },
  ])
  expect(scanAddedLines(changes, indexSecrets([PASSPHRASE]))).toEqual([
    { kind: 'an AWS access key', path: 'a.txt', line: 2 },
    { kind: 'a secret of this run', path: 'a.txt', line: 4 },
  ])
  expect(findNewLinks(changes)).toEqual([{ kind: 'script', host: 'evil.example', path: 'a.txt', line: 3 }])
})

test('a secret in Windows-1251 is found, but not one that was there before', async () => {
  const encode = (text: string) =>
    Buffer.from(
      [...text].map((one) =>
        one >= 'а' && one <= 'я' ? one.charCodeAt(0) - 0x430 + 0xe0 : one.charCodeAt(0),
      ),
    )
  const secret = 'совершенно-секретно'
  const old = `// это просто комментарий\n${KEY}\n`
  const changes = await changeOf({ 'a.txt': encode(old) }, 'a.txt', encode(`${old}${secret}\n`))
  expect(scanAddedLines(changes, indexSecrets([secret]))).toEqual([
    { kind: 'a secret of this run', path: 'a.txt', line: 3 },
  ])
  expect(findUnredactable(changes, indexSecrets([secret]))).toEqual(changes)
})

test('a byte order mark does not hide what the bytes say', async () => {
  const changes = await changeOf(
    {},
    'a.txt',
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(`\nk = ${KEY}\n`)]),
  )
  expect(scanAddedLines(changes, indexSecrets())).toEqual([
    { kind: 'an AWS access key', path: 'a.txt', line: 2 },
  ])
})

test('a binary file has the lines that git finds in it', async () => {
  const changes = await changeOf({}, 'a.bin', Buffer.from(`\0\0\0\u0001\n\0${KEY}\0\n`))
  expect(changes).toMatchObject([{ addedLines: [{ text: '\0\0\0\u0001' }, { text: `\0${KEY}\0` }] }])
  expect(scanAddedLines(changes, indexSecrets())).toEqual([
    { kind: 'an AWS access key', path: 'a.bin', line: 2 },
  ])
})

test('a file in place of a submodule', async () => {
  const changes = await changeOf({ sub: { submodule: '1'.repeat(40) } }, 'sub', utf16('\uFEFFa\n'))
  expect(changes.find(({ path }) => path === 'sub')).toMatchObject({
    addedLines: [{ number: 1, text: 'a' }],
  })
})

test('a secret in UTF-16 cannot be redacted in a patch', async () => {
  const findIn = async (bytes: Buffer) => findUnredactable(await changeOf({}, 'a.txt', bytes), indexSecrets())
  expect(await findIn(Buffer.from(`${KEY}\n`))).toEqual([])
  expect(await findIn(Buffer.from(`\xe9 ${KEY}\n`, 'latin1'))).toEqual([])
  expect(await findIn(utf16(`\uFEFF${KEY}\n`))).toMatchObject([{ path: 'a.txt' }])
  expect(await findIn(utf16('\uFEFFharmless\n'))).toEqual([])
})
