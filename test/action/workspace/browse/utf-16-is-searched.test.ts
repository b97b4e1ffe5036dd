import { expect, test } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(`\uFEFF${text}`, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}
const TEXT = 'first\r\nTitel: Grüße aus Köln\r\nlast\r\n'
const FILES = {
  'src/le.rc': utf16(TEXT),
  'src/be.strings': utf16(TEXT, true),
  'src/plain.txt': 'Grüße in UTF-8\n',
  'image.bin': Buffer.from([0, 1, 2, 0x0a, 0xff, 0xfe, 0x47, 0, 0x72, 0]),
}

test('text in UTF-16 is found with its path, its line and its characters', async () => {
  await using tree = await openTree(FILES)
  const { text } = await tree.workspace.search({ pattern: 'Grüße' })
  expect(text.split('\n')).toEqual([
    'src/plain.txt:1:Grüße in UTF-8',
    'src/be.strings:2:Titel: Grüße aus Köln',
    'src/le.rc:2:Titel: Grüße aus Köln',
  ])
})

test('expressions, letter case, folders and globs apply to it', async () => {
  await using tree = await openTree(FILES)
  const search = async (request: object) =>
    (await tree.workspace.search({ pattern: 'titel: G', ...request })).text
  expect(await search({})).toBe('No match.')
  expect(await search({ ignoreCase: true, glob: '*.rc' })).toBe('src/le.rc:2:Titel: Grüße aus Köln')
  expect(await search({ pattern: '^T.*K', regex: true, path: 'src/be.strings' })).toBe(
    'src/be.strings:2:Titel: Grüße aus Köln',
  )
  expect(await search({ pattern: 'K', glob: '[b]e.*' })).toBe('src/be.strings:2:Titel: Grüße aus Köln')
})

test('a file that the agent has changed or created is searched as it is now', async () => {
  await using tree = await openTree({
    ...FILES,
    '.editorconfig': 'root = true\n[*.reg]\ncharset = utf-16le\n',
  })
  const { workspace } = tree
  expect((await workspace.search({ pattern: 'Bonn' })).text).toBe('No match.')
  await workspace.edit({ path: 'src/le.rc', old: 'Köln', new: 'Bonn' })
  await workspace.write({ path: 'new.reg', text: 'Bonn\n' })
  expect((await workspace.search({ pattern: 'Bonn' })).text.split('\n')).toEqual([
    'src/le.rc:2:Titel: Grüße aus Bonn',
    'new.reg:1:Bonn',
  ])
  await workspace.delete({ path: 'src/le.rc' })
  expect((await workspace.search({ pattern: 'Bonn' })).text).toBe('new.reg:1:Bonn')
})

test('a link to a file outside is not followed', async () => {
  await using tree = await openTree(FILES)
  const { symlink, rm, writeFile } = await import('node:fs/promises')
  await writeFile(`${tree.outside}/secret.rc`, utf16('hidden\n'))
  await rm(`${tree.root}/src/le.rc`)
  await symlink(`${tree.outside}/secret.rc`, `${tree.root}/src/le.rc`)
  expect((await tree.workspace.search({ pattern: 'hidden' })).text).toBe('No match.')
})
