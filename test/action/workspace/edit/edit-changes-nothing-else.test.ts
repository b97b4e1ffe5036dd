import { chmod, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replaceText } from '../../../../src/action/workspace/edit/replace-text.ts'
import { openTree } from '../../../support/action/open-tree.ts'
import { assertProperty } from '../../../support/random.ts'

const edit = (text: string, old: string, fresh: string, all = false) =>
  replaceText(text, { old, new: fresh, all })

describe('bytes around an edit', () => {
  it.each([
    ['LF', 'one\ntwo\n', 'two', '2\nzwei', 'one\n2\nzwei\n'],
    ['CRLF matched by LF', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', 'x\r\ny\r\nz\r\nc\r\n'],
    ['CRLF, one line by two', 'a\r\nb\r\n', 'b', 'x\ny', 'a\r\nx\r\ny\r\n'],
    ['CRLF given as CRLF', 'a\r\nb\r\n', 'a\r\nb', 'x\r\ny', 'x\r\ny\r\n'],
    ['mixed, the LF part', 'a\r\nb\r\nc\nd\n', 'c\nd', 'x\ny', 'a\r\nb\r\nx\ny\n'],
    ['mixed, the CRLF part', 'a\r\nb\r\nc\nd\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\nd\n'],
    ['LF, and CRLF in `new` alone', 'a\nb\nc\n', 'b', 'x\r\ny', 'a\nx\ny\nc\n'],
    ['mixed, and CRLF in `new` alone', 'a\nb\nc\r\nd\r\n', 'b', 'x\r\ny', 'a\nx\ny\nc\r\nd\r\n'],
    ['a line that is removed', 'a\nb\nc\n', 'b', '', 'a\nc\n'],
    ['lines that are removed, CRLF', 'a\r\nb\r\nc\r\nd\r\n', 'b\nc', '', 'a\r\nd\r\n'],
    ['a line that is removed, mixed line ends', 'a\nb\r\nc\n', 'b', '', 'a\nc\n'],
    ['an indented line that is removed', 'a\n  b\nc\n', 'b', '', 'a\n  \nc\n'],
    ['an indented line that is removed with its indentation', 'a\n  b\nc\n', '  b', '', 'a\nc\n'],
    ['the last line, without an end, is removed', 'a\nb', 'b', '', 'a\n'],
    ['a part of a line is removed', 'a\nbc\n', 'b', '', 'a\nc\n'],
    ['white space of an empty line is removed', 'a\n  \nb\n', '  ', '', 'a\n\nb\n'],
    ['a line is removed with the end above it', 'a\n\nb\nc\n', '\nb', '', 'a\n\nc\n'],
    ['no final line end', 'one\ntwo', 'two', '2', 'one\n2'],
    ['dollar signs', 'price', 'price', "$1 $& $$ $`'", "$1 $& $$ $`'"],
    ['trailing space and tabs', 'a \t\nb\n', 'b', 'c', 'a \t\nc\n'],
    ['no text at all left', 'all', 'all', '', ''],
  ])('%s', async (_, before, old, fresh, after) => {
    await using tree = await openTree({ 'file.txt': before })
    expect(await tree.workspace.edit({ path: 'file.txt', old, new: fresh })).toMatchObject({ ok: true })
    expect(await readFile(join(tree.root, 'file.txt'), 'utf8')).toBe(after)
  })

  it('a removed line is said, and removed wherever `all` finds it', async () => {
    await using tree = await openTree({ 'a.txt': 'x\na\nx\nxb\n' })
    await tree.workspace.read({ path: 'a.txt' })
    expect(await tree.workspace.edit({ path: 'a.txt', old: 'x', new: '', all: true })).toEqual({
      ok: true,
      text: 'Replaced 3 matches in a.txt, at lines 1, 3, 4. Where `old` was a whole line, its line end was removed, too.',
    })
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('a\nb\n')
  })

  const MIXED = ['a\nb\r\nc', 'a\r\nB\nc'] as const
  it.each([
    ['LF', '\n', 'a\nb\nc', 'a\nB\nc'],
    ['LF', '\n', 'a\r\nb\r\nc', 'a\r\nB\r\nc'],
    ['LF', '\n', 'a\r\nb\r\nc', 'a\nB\nc'],
    ['LF', '\n', ...MIXED],
    ['CRLF', '\r\n', 'a\nb\nc', 'a\nB\nc'],
    ['CRLF', '\r\n', 'a\r\nb\r\nc', 'a\r\nB\r\nc'],
    ['CRLF', '\r\n', 'a\nb\nc', 'a\r\nB\r\nc'],
    ['CRLF', '\r\n', 'a\r\nb\r\nc', 'a\nB\nc'],
    ['CRLF', '\r\n', ...MIXED],
  ])('the file has %s (%j), whatever the call has: %j, %j', (_, end, old, fresh) => {
    const text = ['x', 'a', 'b', 'c', 'x', 'a', 'b', 'c', ''].join(end)
    const after = ['x', 'a', 'B', 'c', 'x', 'a', 'B', 'c', ''].join(end)
    expect(edit(text, old, fresh, true)).toMatchObject({ ok: true, lines: [2, 6], text: after })
  })

  it.each([
    ['a file that is missing', 'missing.txt', /does not exist/],
    ['a folder', 'folder', /is a folder/],
  ])('%s is not made or changed by an edit', async (_, path, why) => {
    await using tree = await openTree({ 'folder/a.txt': 'a' })
    for (const attempt of [
      await tree.workspace.edit({ path, old: 'a', new: 'b' }),
      await tree.workspace.edit({ path, old: '', new: 'b' }),
      await tree.workspace.applyPatch({ patch: `*** Update File: ${path}\n-a\n+b` }),
    ]) {
      expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
    }
  })

  it('edits the first line after a byte order mark, quoted or not', async () => {
    await using tree = await openTree({ 'a.cs': '\uFEFFusing A;\nclass B {}\n' })
    await tree.workspace.read({ path: 'a.cs' })
    await tree.workspace.edit({ path: 'a.cs', old: 'using A;', new: 'using B;' })
    await tree.workspace.edit({ path: 'a.cs', old: '\uFEFFusing B;', new: '\uFEFFusing C;' })
    expect(await tree.workspace.edit({ path: 'a.cs', old: '\uFEFF', new: 'x' })).toMatchObject({
      ok: false,
      text: expect.stringContaining('`old` does not occur in the file'),
    })
    expect(await readFile(join(tree.root, 'a.cs'), 'utf8')).toBe('\uFEFFusing C;\nclass B {}\n')
  })

  it('keeps a byte order mark and the mode', async () => {
    await using tree = await openTree({ 'run.sh': '\uFEFFecho a\n' })
    const file = join(tree.root, 'run.sh')
    await chmod(file, 0o755)
    await tree.workspace.edit({ path: 'run.sh', old: 'echo a', new: 'echo b' })
    expect(await readFile(file, 'utf8')).toBe('\uFEFFecho b\n')
    expect((await stat(file)).mode & 0o777).toBe(0o755)
    await tree.workspace.read({ path: 'run.sh' })
    await tree.workspace.write({ path: 'run.sh', text: 'new' })
    expect(await readFile(file, 'utf8')).toBe('\uFEFFnew')
    expect((await stat(file)).mode & 0o777).toBe(0o755)
  })

  it('edits one very long line', async () => {
    const half = 'let a=1;'.repeat(100_000)
    await using tree = await openTree({ 'a.min.js': `${half}let b=2;${half}` })
    expect(await tree.workspace.edit({ path: 'a.min.js', old: 'let b=2;', new: 'let b=3;' })).toEqual({
      ok: true,
      text: 'Replaced in a.min.js at line 1.',
    })
    expect(await readFile(join(tree.root, 'a.min.js'), 'utf8')).toBe(`${half}let b=3;${half}`)
  })

  it.each([
    ['UTF-16 that nothing declares', Buffer.from('a\n', 'utf16le'), /binary/],
    ['a NUL', Buffer.from('a\0b\n'), /binary/],
  ])('no tool changes %s', async (_, bytes, why) => {
    await using tree = await openTree({ 'a.txt': bytes })
    const { workspace } = tree
    for (const attempt of [
      await workspace.edit({ path: 'a.txt', old: 'a', new: 'b' }),
      await workspace.multiEdit({ path: 'a.txt', edits: [{ old: 'a', new: 'b' }] }),
      await workspace.applyPatch({ patch: '*** Update File: a.txt\n-a\n+b' }),
      await workspace.write({ path: 'a.txt', text: 'b' }),
    ]) {
      expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
    }
    expect(await readFile(join(tree.root, 'a.txt'))).toEqual(bytes)
  })

  it('splices any text literally', () => {
    assertProperty(
      fc.property(
        fc.string(),
        fc.string({ minLength: 1 }),
        // Without a new text, whole lines are removed: that has separate cases.
        fc.string({ minLength: 1 }),
        fc.string(),
        (head, old, fresh, tail) => {
          const text = `${head}\n«${old}»\n${tail}`
          fc.pre(old !== fresh && !text.includes('\r') && text.split(`«${old}»`).length === 2)
          expect(edit(text, `«${old}»`, fresh)).toMatchObject({
            ok: true,
            text: `${head}\n${fresh}\n${tail}`,
          })
        },
      ),
    )
  })
})

describe('what does not match exactly once', () => {
  const text = 'alpha\nbeta\nalpha\nfunction greet(name) {\n'

  it('names the lines of several matches, and replaces them all on request', () => {
    expect(edit(text, 'alpha', 'x')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/occurs 2 times, at lines 1, 3/),
    })
    expect(edit(text, 'alpha', 'x', true)).toMatchObject({ ok: true, lines: [1, 3] })
  })

  it('names the nearest line when nothing matches', () => {
    expect(edit(text, 'function greet(nane) {\n  return', 'x')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/nearest line is 4: "function greet\(name\) \{"/),
    })
    expect(edit(text, '§§§§', 'x')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/No line is like it/),
    })
  })

  it('refuses an empty and an unchanged text', () => {
    expect(edit(text, '', 'x')).toMatchObject({ ok: false, problem: expect.stringMatching(/is empty/) })
    expect(edit(text, 'beta', 'beta')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/are the same/),
    })
  })
})
