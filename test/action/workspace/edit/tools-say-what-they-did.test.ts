import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { SIZE_LIMIT } from '../../../../src/action/workspace/files/read-text.ts'
import { openTree } from '../../../support/action/open-tree.ts'

type Tree = Awaited<ReturnType<typeof openTree>>
const contentOf = ({ root }: Tree, path: string) => readFile(join(root, path), 'utf8')

/** A tree with a file that was read. */
async function withRead(text: string | Buffer, options: Parameters<typeof openTree>[1] = {}) {
  const tree = await openTree({ 'a.txt': text }, options)
  await tree.workspace.read({ path: 'a.txt' })
  return tree
}

describe('edit', () => {
  test.each([
    ['one match', 'a\nb\n', 'b', 'x', false, 'Replaced in a.txt at line 2.', 'a\nx\n'],
    ['several', 'b\na\nb\n', 'b', 'x', true, 'Replaced 2 matches in a.txt, at lines 1, 3.', 'x\na\nx\n'],
    [
      'a line that is removed',
      'a\nb\n',
      'b',
      '',
      false,
      'Replaced in a.txt at line 2. The line end was removed, too.',
      'a\n',
    ],
    [
      'lines that are removed',
      'b\na\nb\n',
      'b',
      '',
      true,
      'Replaced 2 matches in a.txt, at lines 1, 3. Where `old` was a whole line, its line end was removed, too.',
      'a\n',
    ],
    [
      'CR in the new text',
      'a\nb\n',
      'b',
      'x\ry',
      false,
      'Replaced in a.txt at line 2. The new text has CR characters, which end no line in this file.',
      'a\nx\ry\n',
    ],
    ['CR in both texts', 'a\nb\rc\n', 'b\rc', 'x\ry', false, 'Replaced in a.txt at line 2.', 'a\nx\ry\n'],
    ['CR that ends lines', 'a\rb\r', 'b', 'x\ry', false, 'Replaced in a.txt at line 2.', 'a\rx\ry\r'],
    [
      'CRLF where CR ends lines',
      'a\rb\r',
      'a\r\nb',
      'x\r\ny',
      false,
      'Replaced in a.txt at line 1.',
      'x\ry\r',
    ],
    ['another indentation', 'a\n  b\nc\nd\n', '\tb\n\tc', 'x', false, null, 'a\n  b\nc\nd\n'],
    [
      'white space at a line end',
      'a\nb  \nc\nd\n',
      'b\nc',
      'x\nc',
      false,
      'Replaced in a.txt at line 2, where white space at line ends differs. It reads now:\n1\ta\n2\tx\n3\tc\n4\td\n5\t',
      'a\nx\nc\nd\n',
    ],
  ])('%s', async (_, text, old, fresh, all, said, result) => {
    await using tree = await withRead(text)
    const edited = await tree.workspace.edit({ path: 'a.txt', old, new: fresh, all })
    if (said === null) expect(edited.ok).toBe(false)
    else expect(edited).toMatchObject({ ok: true, text: said })
    expect(await contentOf(tree, 'a.txt')).toBe(result)
  })

  test('several edits are reported one by one, and the one that fails is named', async () => {
    await using tree = await withRead('a\nb\nc\n')
    const edits = [
      { old: 'a', new: 'x' },
      { old: 'b', new: 'y' },
    ]
    expect(await tree.workspace.multiEdit({ path: 'a.txt', edits })).toMatchObject({
      ok: true,
      text: 'Replaced in a.txt at line 1.\nReplaced in a.txt at line 2.',
    })
    const failing = await tree.workspace.multiEdit({
      path: 'a.txt',
      edits: [{ old: 'c', new: 'z' }, ...edits],
    })
    expect(failing.ok).toBe(false)
    expect(failing.text).toMatch(
      /^a\.txt: edit 2 of 3, and nothing was changed: `old` does not occur in the file\./,
    )
    const alone = await tree.workspace.edit({ path: 'a.txt', old: 'nowhere', new: 'z' })
    expect(alone.text).toMatch(/^a\.txt: `old` does not occur in the file\./)
    expect(await contentOf(tree, 'a.txt')).toBe('x\ny\nc\n')
  })

  test('a file that is not there, and one that cannot hold the new text', async () => {
    await using tree = await openTree({
      'a.txt': Buffer.from('gr\u00fc\u00dfe an alle, die \u00fcben\n', 'latin1'),
    })
    const { workspace } = tree
    expect(await workspace.edit({ path: 'b.txt', old: 'a', new: 'b' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('b.txt does not exist'),
    })
    expect(await workspace.edit({ path: '../b.txt', old: 'a', new: 'b' })).toMatchObject({ ok: false })
    await workspace.read({ path: 'a.txt' })
    const refused = await workspace.edit({ path: 'a.txt', old: 'alle', new: '\u65e5\u672c' })
    expect(refused).toMatchObject({ ok: false, text: expect.stringMatching(/^a\.txt .*\.$/s) })
    expect(await readFile(join(tree.root, 'a.txt'), 'latin1')).toContain('an alle')
  })

  test('the result is as large as a file may be, and no larger', async () => {
    await using tree = await withRead('ab')
    const { workspace } = tree
    const fill = async (size: number) =>
      workspace.edit({ path: 'a.txt', old: 'b', new: `${'x'.repeat(size - 2)}b` })
    expect(await fill(SIZE_LIMIT + 1)).toEqual({
      ok: false,
      text: `a.txt would have ${SIZE_LIMIT + 1} bytes; the most is ${SIZE_LIMIT}. Split it.`,
    })
    expect(await fill(SIZE_LIMIT)).toMatchObject({ ok: true })
  })

  test('each edit is made of a file that is as large as it may be, none of one that is larger', async () => {
    await using tree = await withRead('ab')
    const { workspace } = tree
    const growTo = (size: number) => ({ old: 'b', new: `${'x'.repeat(size - 2)}b` })
    const shrink = { old: 'x', new: '', all: true }
    const grown = await workspace.multiEdit({ path: 'a.txt', edits: [growTo(SIZE_LIMIT + 1), shrink] })
    expect(grown.text).toBe(`a.txt would have ${SIZE_LIMIT + 1} bytes; the most is ${SIZE_LIMIT}. Split it.`)
    expect(
      await workspace.multiEdit({ path: 'a.txt', edits: [growTo(SIZE_LIMIT), { old: 'ax', new: 'yx' }] }),
    ).toMatchObject({ ok: true })
    expect((await contentOf(tree, 'a.txt')).slice(0, 2)).toBe('yx')
  })

  test('edits of one call change as many places as a file has characters, and no more', async () => {
    const half = SIZE_LIMIT / 2
    await using tree = await openTree({ 'a.txt': 'a'.repeat(half) })
    const swap = [
      { old: 'a', new: 'b', all: true },
      { old: 'b', new: 'a', all: true },
    ]
    const more = { old: 'a', new: 'b', all: true }
    const refused = await tree.workspace.multiEdit({ path: 'a.txt', edits: [...swap, more] })
    expect(refused.text).toMatch(/^a\.txt: edit 3 of 3, and nothing was changed: .* more than 2097152 places/)
    expect(await tree.workspace.multiEdit({ path: 'a.txt', edits: swap })).toMatchObject({ ok: true })
  })

  test('a file that nobody read is edited exactly', async () => {
    await using tree = await openTree({ 'a.txt': 'a \nb\n' })
    expect(await tree.workspace.edit({ path: 'a.txt', old: 'a\nb', new: 'x' })).toEqual({
      ok: false,
      text: 'a.txt: `old` does not occur in the file. Read the file first, then copy from it.',
    })
    expect(await tree.workspace.edit({ path: 'a.txt', old: 'a \n', new: 'x\n' })).toMatchObject({ ok: true })
  })
})

describe('write', () => {
  test('a new file is created with its folders, in UTF-8', async () => {
    await using tree = await openTree({})
    expect(await tree.workspace.write({ path: 'b/c.txt', text: 'a\u00fc\n' })).toMatchObject({
      ok: true,
      text: 'Created b/c.txt (4 bytes).',
    })
    expect(await contentOf(tree, 'b/c.txt')).toBe('a\u00fc\n')
  })

  test('a new file has the charset of .editorconfig, and the result names it', async () => {
    await using tree = await openTree({ '.editorconfig': 'root = true\n[*.txt]\ncharset = utf-16le\n' })
    expect(await tree.workspace.write({ path: 'b.txt', text: 'a\n' })).toMatchObject({
      ok: true,
      text: 'Created b.txt (6 bytes in UTF-16LE).',
    })
    expect(await readFile(join(tree.root, 'b.txt'), 'utf16le')).toBe('\ufeffa\n')
  })

  test.each([
    ['LF', 'a\nb\n', 'x\ny\n', 'x\ny\n', ''],
    ['CRLF', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n', ''],
    ['CRLF given', 'a\r\nb\r\n', 'x\r\ny\r\n', 'x\r\ny\r\n', ''],
    ['mixed before', 'a\r\nb\n', 'x\ny\n', 'x\ny\n', ''],
    ['mixed before and after', 'a\r\nb\n', 'x\r\ny\n', 'x\r\ny\n', ''],
    ['mixed after', 'a\nb\n', 'x\r\ny\n', 'x\r\ny\n', ' Its lines end in different ways.'],
    ['no line end before', 'a', 'x\ny\n', 'x\ny\n', ''],
    [
      'CR in the new text',
      'a\nb\n',
      'x\ry\n',
      'x\ry\n',
      ' The new text has CR characters, which end no line in this file.',
    ],
    ['CR that ends lines', 'a\rb\r', 'x\ny\n', 'x\ry\r', ''],
  ])('line ends of the file stay: %s', async (_, before, text, after, note) => {
    await using tree = await withRead(before)
    const bytes = Buffer.byteLength(after)
    expect(await tree.workspace.write({ path: 'a.txt', text })).toMatchObject({
      ok: true,
      text: `Replaced all of a.txt (${bytes} bytes).${note}`,
    })
    expect(await contentOf(tree, 'a.txt')).toBe(after)
  })

  test('a byte order mark stays once, whether it is given or not', async () => {
    await using tree = await withRead('\ufeffa\n')
    await tree.workspace.write({ path: 'a.txt', text: 'x\n' })
    expect(await contentOf(tree, 'a.txt')).toBe('\ufeffx\n')
    await tree.workspace.write({ path: 'a.txt', text: '\ufeffy\n' })
    expect(await contentOf(tree, 'a.txt')).toBe('\ufeffy\n')
  })

  test.each<[string, (tree: Tree) => Promise<unknown>, string]>([
    [
      'a folder',
      async ({ root, workspace }) => {
        await mkdir(join(root, 'b'))
        return workspace.write({ path: 'b', text: 'x' })
      },
      'b is a folder. Name a file.',
    ],
    [
      'a file that nobody read',
      ({ workspace }) => workspace.write({ path: 'a.txt', text: 'x' }),
      'a.txt exists already. Read it first, then write it or, better, edit it.',
    ],
    [
      'a file that was read in part',
      async ({ workspace }) => {
        await workspace.read({ path: 'a.txt', from: 2 })
        return workspace.write({ path: 'a.txt', text: 'x' })
      },
      'a.txt exists, and you have read only a part of it. Read the rest first, or use edit.',
    ],
    [
      'a file that somebody changed',
      async ({ root, workspace }) => {
        await workspace.read({ path: 'a.txt' })
        await writeFile(join(root, 'a.txt'), 'other\n')
        return workspace.write({ path: 'a.txt', text: 'x' })
      },
      'a.txt has changed since you read it, and not by you. Read it again first.',
    ],
    [
      'a binary file',
      async ({ root, workspace }) => {
        await writeFile(join(root, 'a.txt'), Buffer.from([0, 1, 2]))
        return workspace.write({ path: 'a.txt', text: 'x' })
      },
      'To put another file in its place, delete it first.',
    ],
    [
      'a text with NUL',
      ({ workspace }) => workspace.write({ path: 'b.txt', text: 'a\0' }),
      'b.txt: the text holds a NUL character, which makes a file binary. Leave it out.',
    ],
    [
      'a pointer of Git LFS',
      async ({ root, workspace }) => {
        await writeFile(join(root, 'a.txt'), 'version https://git-lfs.github.com/spec/v1\nsize 1\n')
        await workspace.read({ path: 'a.txt' })
        return workspace.write({ path: 'a.txt', text: 'x' })
      },
      'a.txt is in Git LFS, and this is only its pointer',
    ],
    [
      'a text that stands for another',
      ({ workspace }) => workspace.write({ path: 'b.txt', text: 'a\n// ... existing code ...\n' }),
      'b.txt: The line "// ... existing code ..." stands for text that is left out',
    ],
    [
      'a text that is too large',
      ({ workspace }) => workspace.write({ path: 'b.txt', text: 'x'.repeat(SIZE_LIMIT + 1) }),
      `b.txt would have ${SIZE_LIMIT + 1} bytes; the most is ${SIZE_LIMIT}. Split it.`,
    ],
    ['a path outside', ({ workspace }) => workspace.write({ path: '../b.txt', text: 'x' }), '../b.txt'],
  ])('refuses %s', async (_, attempt, why) => {
    await using tree = await openTree({ 'a.txt': 'a\nb\nc\n' })
    const refused = await attempt(tree)
    expect(refused).toMatchObject({ ok: false, text: expect.stringContaining(why) })
  })

  test('refuses bytes that would be lost, and characters that the encoding lacks', async () => {
    await using tree = await openTree({
      'a.txt': Buffer.concat([
        Buffer.from('\ufeffab\n', 'utf16le'),
        Buffer.from([0x00, 0xd8]),
        Buffer.from('c\n', 'utf16le'),
      ]),
    })
    await tree.workspace.read({ path: 'a.txt' })
    expect(await tree.workspace.write({ path: 'a.txt', text: 'x\n' })).toEqual({
      ok: false,
      text: 'a.txt has bytes that are no characters in UTF-16LE, which would be lost. Change parts of it with edit.',
    })
    await writeFile(join(tree.root, 'b.txt'), Buffer.from('grüße an alle, die üben\n', 'latin1'))
    await tree.workspace.read({ path: 'b.txt' })
    expect(await tree.workspace.write({ path: 'b.txt', text: 'grüße an 日本\n' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/^b\.txt is in .* which does not have "日" .*\.$/s),
    })
    expect(await readFile(join(tree.root, 'b.txt'), 'latin1')).toBe('grüße an alle, die üben\n')
  })

  test('an empty file is written without being read', async () => {
    await using tree = await openTree({ 'a.txt': '' })
    expect(await tree.workspace.write({ path: 'a.txt', text: 'x\n' })).toMatchObject({
      ok: true,
      text: 'Replaced all of a.txt (2 bytes).',
    })
  })
})

describe('what will not be published is said', () => {
  const FOREIGN = 'a.txt was there before you started, and git does not track it'

  test.each<[string, (tree: Tree) => Promise<{ text: string }>, string]>([
    ['edit of it', ({ workspace }) => workspace.edit({ path: 'a.txt', old: 'a', new: 'x' }), FOREIGN],
    ['write of it', ({ workspace }) => workspace.write({ path: 'a.txt', text: 'x' }), FOREIGN],
    [
      'write of a file that git ignores',
      ({ workspace }) => workspace.write({ path: 'b.log', text: 'x' }),
      'Git ignores b.log, so this will not be in the pull request',
    ],
  ])('%s', async (_, change, said) => {
    await using tree = await withRead('a', { isForeign: (path) => path === 'a.txt' })
    await writeFile(join(tree.root, '.gitignore'), '*.log\n')
    expect((await change(tree)).text).toContain(said)
  })
})
