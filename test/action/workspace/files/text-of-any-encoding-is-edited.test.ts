import { mkdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const utf16 = (text: string, bigEndian = false): Buffer => {
  const bytes = Buffer.from(text, 'utf16le')
  return bigEndian ? bytes.swap16() : bytes
}

/** A text of each encoding that says enough for it to be guessed. */
const GUESSED = [
  ['ISO-8859-1', 'Año de la función: descripción', 'días'],
  ['windows-1252', 'Créé par l’équipe — vérifié, déjà vu', '€'],
  ['windows-1251', 'Привет, мир. Это простой комментарий', 'новый'],
  ['KOI8-R', 'Привет, мир. Это простой комментарий', 'новый'],
  ['Shift_JIS', 'こんにちは世界。これはコメントです', '表示'],
  ['EUC-JP', 'こんにちは世界。これはコメントです', '設定'],
  ['GB18030', '你好，世界。这是一个注释', '配置'],
  ['Big5', '你好，世界。這是一個註解', '功能'],
  ['EUC-KR', '안녕하세요 세계. 이것은 주석입니다', '설정'],
] as const

const latin = (text: string): string => iconv.encode(text, 'windows-1251').toString('latin1')

async function readBytes(root: string, path: string): Promise<Buffer> {
  return readFile(join(root, path))
}

describe.each(GUESSED)('%s', (name, comment, fresh) => {
  const before = `// ${comment}\nint x = 1;\n// ${comment}\n`
  const encode = (text: string) => iconv.encode(text, name)

  it('is read, named, and edited in its own bytes', async () => {
    await using tree = await openTree({ 'a.c': encode(before) })
    const read = await tree.workspace.read({ path: 'a.c' })
    expect(read.text).toContain(`1\t// ${comment}\n2\tint x = 1;`)
    expect(read.text).toContain(
      `[The file is in ${name}, guessed from its bytes; edit keeps that, and search finds only ASCII in it.]`,
    )
    expect(await tree.workspace.edit({ path: 'a.c', old: 'x = 1', new: `x = "${fresh}"` })).toMatchObject({
      ok: true,
    })
    expect(await readBytes(tree.root, 'a.c')).toEqual(encode(before.replace('x = 1', `x = "${fresh}"`)))
  })

  it('is patched, moved and written', async () => {
    await using tree = await openTree({ 'a.c': encode(before) })
    const { workspace } = tree
    await workspace.read({ path: 'a.c' })
    const patch = `*** Update File: a.c\n@@\n-int x = 1;\n+int ${fresh};\n*** Update File: a.c\n@@\n int ${fresh};\n+y\n`
    expect(await workspace.applyPatch({ patch })).toMatchObject({ ok: true })
    expect(await workspace.move({ from: 'a.c', to: 'b.c' })).toMatchObject({ ok: true })
    const patched = before.replace('int x = 1;\n', `int ${fresh};\ny\n`)
    expect(await readBytes(tree.root, 'b.c')).toEqual(encode(patched))
    await workspace.read({ path: 'b.c' })
    expect(await workspace.write({ path: 'b.c', text: `${fresh}\n` })).toMatchObject({
      ok: true,
      text: expect.stringContaining(`bytes in ${name}`),
    })
    expect(await readBytes(tree.root, 'b.c')).toEqual(encode(`${fresh}\n`))
  })
})

// GB 18030 has all characters.
it.each(GUESSED.filter(([name]) => name !== 'GB18030'))(
  '%s refuses a character that it does not have',
  async (name, comment) => {
    const before = iconv.encode(`// ${comment}\nint x = 1;\n`, name)
    await using tree = await openTree({ 'a.c': before })
    const { workspace } = tree
    await workspace.read({ path: 'a.c' })
    const attempts = [
      await workspace.edit({ path: 'a.c', old: 'x = 1', new: 'x = "ŵ😀"' }),
      await workspace.applyPatch({ patch: '*** Update File: a.c\n@@\n-int x = 1;\n+int ŵ😀;\n' }),
      await workspace.write({ path: 'a.c', text: 'ŵ😀' }),
    ]
    for (const attempt of attempts) {
      expect(attempt).toEqual({
        ok: false,
        text: expect.stringMatching(
          new RegExp(
            `^a\\.c is in ${name}, guessed from its bytes, which does not have "(ŵ|😀)" \\(U\\+(0175|1F600)\\)\\. Write`,
          ),
        ),
      })
    }
    expect(await readBytes(tree.root, 'a.c')).toEqual(before)
  },
)

describe.each([
  ['UTF-16LE', false],
  ['UTF-16BE', true],
] as const)('%s', (name, bigEndian) => {
  const text = 'erste Zeile: größe\r\nzweite Zeile 😀\r\n'

  it('with a byte order mark', async () => {
    await using tree = await openTree({ 'a.txt': utf16(`\uFEFF${text}`, bigEndian) })
    const { workspace } = tree
    const read = await workspace.read({ path: 'a.txt' })
    expect(read.text).toBe(
      [
        '1\terste Zeile: größe\n2\tzweite Zeile 😀',
        `[The file is in ${name}; edit keeps that, and search finds its text.]`,
        '[The lines end with CRLF; edit keeps that.]',
        '[The file starts with a byte order mark; edit keeps it.]',
      ].join('\n'),
    )
    expect(
      await workspace.edit({ path: 'a.txt', old: 'größe\nzweite', new: 'größer\nneu\nдва' }),
    ).toMatchObject({ ok: true })
    const after = 'erste Zeile: größer\r\nneu\r\nдва Zeile 😀\r\n'
    expect(await readBytes(tree.root, 'a.txt')).toEqual(utf16(`\uFEFF${after}`, bigEndian))
    expect(
      await workspace.applyPatch({ patch: '*** Update File: a.txt\n@@\n-neu\n+noch neuer\n' }),
    ).toMatchObject({ ok: true })
    await workspace.read({ path: 'a.txt' })
    expect(await workspace.write({ path: 'a.txt', text: 'α\nβ\n' })).toMatchObject({ ok: true })
    expect(await readBytes(tree.root, 'a.txt')).toEqual(utf16('\uFEFFα\r\nβ\r\n', bigEndian))
  })

  it('without one, only if .editorconfig names it', async () => {
    const bytes = utf16(text, bigEndian)
    await using tree = await openTree({
      '.editorconfig': `[wide/*.txt]\ncharset = ${name.toLowerCase()}\n`,
      'wide/a.txt': bytes,
      'a.txt': bytes,
    })
    const { workspace } = tree
    expect(await workspace.read({ path: 'a.txt' })).toEqual({
      ok: false,
      text: 'a.txt is a binary file; only text can be read and edited.',
    })
    expect((await workspace.read({ path: 'wide/a.txt' })).text).toContain(
      `[The file is in ${name}, as .editorconfig says;`,
    )
    expect(await workspace.edit({ path: 'wide/a.txt', old: 'größe', new: 'три' })).toMatchObject({ ok: true })
    expect(await readBytes(tree.root, 'wide/a.txt')).toEqual(utf16(text.replace('größe', 'три'), bigEndian))
  })

  it('broken: half a pair, and half a character at the end', async () => {
    const bytes = Buffer.concat([utf16('\uFEFFa \ud83d b\nc\n', bigEndian), Buffer.from('\n')])
    await using tree = await openTree({ 'a.txt': bytes })
    const { workspace } = tree
    expect((await workspace.read({ path: 'a.txt' })).text).toContain('1\ta \ufffd b\n2\tc')
    expect(await workspace.edit({ path: 'a.txt', old: 'c', new: 'dd' })).toMatchObject({ ok: true })
    const patch = '*** Update File: a.txt\n@@\n-dd\n+e\n*** Update File: a.txt\n@@\n-e\n+f\n'
    expect(await workspace.applyPatch({ patch })).toMatchObject({ ok: true })
    const after = Buffer.concat([utf16('\uFEFFa \ud83d b\nf\n', bigEndian), Buffer.from('\n')])
    expect(await readBytes(tree.root, 'a.txt')).toEqual(after)
  })
})

describe('bytes that are no character', () => {
  const before = Buffer.from(
    'caf\xe9 and caf\xc3\xa9, na\xc3\xafve, \xc3\xbcber\nvalue = 1\n\xff\xfe\xe9\n',
    'latin1',
  )

  it('stay where they are, on edited lines too', async () => {
    await using tree = await openTree({ 'a.txt': Buffer.concat([Buffer.from('\uFEFF'), before]) })
    const { workspace } = tree
    const read = await workspace.read({ path: 'a.txt' })
    expect(read.text).toContain('1\tcaf\ufffd and café, naïve, über')
    expect(read.text).toContain(
      '[\ufffd stands for 4 bytes that no character has; edit keeps them. Do not copy it.]',
    )
    expect(await workspace.edit({ path: 'a.txt', old: ' and café', new: ' – et café' })).toMatchObject({
      ok: true,
    })
    expect(await workspace.edit({ path: 'a.txt', old: 'value = 1', new: 'value = "ж"' })).toMatchObject({
      ok: true,
    })
    const after = before
      .toString('latin1')
      .replace(' and caf', ' \xe2\x80\x93 et caf')
      .replace('= 1', '= "\xd0\xb6"')
    expect(await readBytes(tree.root, 'a.txt')).toEqual(
      Buffer.concat([Buffer.from('\uFEFF'), Buffer.from(after, 'latin1')]),
    )
  })

  it('are not written as the sign that is shown for them, and not lost', async () => {
    await using tree = await openTree({ 'a.txt': Buffer.concat([Buffer.from('\uFEFF'), before]) })
    const { workspace } = tree
    await workspace.read({ path: 'a.txt' })
    expect(await workspace.edit({ path: 'a.txt', old: ' and café', new: '\ufffd café' })).toEqual({
      ok: false,
      text: 'a.txt has bytes that are no characters in UTF-8, shown as \ufffd. They cannot be written: leave \ufffd out of `old` and `new`, and replace only the text beside it.',
    })
    expect(await workspace.write({ path: 'a.txt', text: 'all new\n' })).toEqual({
      ok: false,
      text: 'a.txt has bytes that are no characters in UTF-8, which would be lost. Change parts of it with edit.',
    })
    expect(await readBytes(tree.root, 'a.txt')).toEqual(Buffer.concat([Buffer.from('\uFEFF'), before]))
  })
})

describe('.editorconfig', () => {
  const LATIN = 'root = true\n[*.txt]\ncharset = latin1\n'

  it('says how a file in ASCII is continued, and in which encoding a new one is', async () => {
    await using tree = await openTree({ '.editorconfig': LATIN, 'a.txt': 'x = 1\n', 'a.md': 'x = 1\n' })
    const { workspace } = tree
    for (const path of ['a.txt', 'a.md']) await workspace.edit({ path, old: 'x', new: 'é' })
    expect(await readBytes(tree.root, 'a.txt')).toEqual(Buffer.from('é = 1\n', 'latin1'))
    expect(await readBytes(tree.root, 'a.md')).toEqual(Buffer.from('é = 1\n', 'utf8'))
    expect((await workspace.write({ path: 'sub/b.txt', text: 'ü\n' })).text).toBe(
      'Created sub/b.txt (2 bytes in ISO-8859-1).',
    )
    expect(await readBytes(tree.root, 'sub/b.txt')).toEqual(Buffer.from('ü\n', 'latin1'))
    expect(await workspace.applyPatch({ patch: '*** Add File: c.txt\n+ö\n' })).toMatchObject({ ok: true })
    expect(await readBytes(tree.root, 'c.txt')).toEqual(Buffer.from('ö\n', 'latin1'))
    expect((await workspace.write({ path: 'd.txt', text: '→\n' })).text).toMatch(
      /^d\.txt is in ISO-8859-1, see \.editorconfig, which does not have "→" \(U\+2192\)/,
    )
  })

  it('a file of valid UTF-8 is UTF-8, whatever it says', async () => {
    await using tree = await openTree({ '.editorconfig': LATIN, 'a.txt': 'é\nx\n' })
    await tree.workspace.edit({ path: 'a.txt', old: 'x', new: 'ü' })
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('é\nü\n')
  })

  it.each([
    ['utf-8', ''],
    ['utf-8-bom', 'efbbbf'],
    ['utf-16le', 'fffe'],
    ['utf-16be', 'feff'],
    ['windows-1251', ''],
    ['something-else', ''],
  ])('a new file with charset = %s', async (charset, mark) => {
    await using tree = await openTree({ '.editorconfig': `[*]\ncharset = ${charset}\n` })
    expect(await tree.workspace.write({ path: 'a.txt', text: 'ж' })).toMatchObject({ ok: true })
    const letter = { 'utf-16le': '3604', 'utf-16be': '0436', 'windows-1251': 'e6' }[charset] ?? 'd0b6'
    expect((await readBytes(tree.root, 'a.txt')).toString('hex')).toBe(mark + letter)
  })

  it('a nearer file counts more, and unset takes it back', async () => {
    await using tree = await openTree({
      '.editorconfig': '[*]\ncharset = latin1\n',
      'a/.editorconfig': '[*]\ncharset = windows-1251\n',
      'a/b/.editorconfig': '[*]\ncharset = unset\n',
      'c/.editorconfig': 'root = true\n',
    })
    const written = async (path: string) => {
      mkdirSync(dirname(join(tree.root, path)), { recursive: true })
      const { text } = await tree.workspace.write({ path, text: 'x' })
      return /bytes(.*)\)/.exec(text)?.[1]
    }
    expect(await written('new.txt')).toBe(' in ISO-8859-1')
    expect(await written('a/new.txt')).toBe(' in windows-1251')
    expect(await written('a/b/new.txt')).toBe('')
    expect(await written('c/new.txt')).toBe('')
  })
})

it.each([
  ['one word', Buffer.from('Grüße!\n', 'latin1'), 'Grüße!', 'windows-1252'],
  [
    'a damaged text',
    Buffer.from(`${latin('// Привет, мир. Это простой комментарий')}\x98\n`, 'latin1'),
    'Это',
    'windows-1251',
  ],
  ['a control character of ISO 8859', Buffer.from('café \x81\n', 'latin1'), 'café \x81', 'ISO-8859-1'],
])('guessed: %s', async (_, bytes, shown, name) => {
  await using tree = await openTree({ 'a.txt': bytes })
  const { text } = await tree.workspace.read({ path: 'a.txt' })
  expect(text).toContain(shown)
  expect(text).toContain(`[The file is in ${name}, guessed from its bytes;`)
})

it('damaged UTF-8 is UTF-8', async () => {
  const bytes = Buffer.from('caf\xe9 and caf\xc3\xa9, na\xc3\xafve\n', 'latin1')
  await using tree = await openTree({ 'a.txt': bytes })
  expect((await tree.workspace.read({ path: 'a.txt' })).text).toBe(
    '1\tcaf\ufffd and café, naïve\n[\ufffd stands for 1 byte that no character has; edit keeps them. Do not copy it.]',
  )
  await tree.workspace.edit({ path: 'a.txt', old: 'and', new: '→' })
  const after = bytes.toString('latin1').replace('and', '\xe2\x86\x92')
  expect(await readBytes(tree.root, 'a.txt')).toEqual(Buffer.from(after, 'latin1'))
})

it('the sign for a byte that is no character may be written where there is none', async () => {
  await using tree = await openTree({ 'a.txt': 'é\nx\n' })
  expect(await tree.workspace.edit({ path: 'a.txt', old: 'x', new: '\ufffd' })).toMatchObject({ ok: true })
})

it.each([
  [
    'control characters and no zero',
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0xff, 0xfd]),
  ],
  ['a zero', Buffer.from('a\0b\n')],
  ['the mark of UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x61, 0, 0, 0])],
  ['the mark of UTF-16, and zeros', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.alloc(10)])],
  ['the mark of UTF-8, and a zero', Buffer.from('\uFEFFa\0b')],
])('%s: binary', async (_, bytes) => {
  await using tree = await openTree({ 'a.bin': bytes, '.editorconfig': '[*]\ncharset = latin1\n' })
  expect(await tree.workspace.read({ path: 'a.bin' })).toEqual({
    ok: false,
    text: 'a.bin is a binary file; only text can be read and edited.',
  })
  expect(await tree.workspace.edit({ path: 'a.bin', old: 'a', new: 'b' })).toMatchObject({ ok: false })
  expect(await readBytes(tree.root, 'a.bin')).toEqual(bytes)
})

it('half a character in UTF-16 is neither lost nor replaced', async () => {
  const bytes = utf16('\uFEFFone \ud83d\ntwo\n')
  await using tree = await openTree({ 'a.txt': bytes })
  const { workspace } = tree
  await workspace.read({ path: 'a.txt' })
  expect(await workspace.write({ path: 'a.txt', text: 'one \ufffd\n2\n' })).toEqual({
    ok: false,
    text: 'a.txt has bytes that are no characters in UTF-16LE, which would be lost. Change parts of it with edit.',
  })
  expect(await workspace.edit({ path: 'a.txt', old: 'two', new: '2 \ufffd' })).toMatchObject({ ok: false })
  expect(await readBytes(tree.root, 'a.txt')).toEqual(bytes)
  expect(await workspace.edit({ path: 'a.txt', old: 'two', new: '2' })).toMatchObject({ ok: true })
  expect(await readBytes(tree.root, 'a.txt')).toEqual(utf16('\uFEFFone \ud83d\n2\n'))
})
