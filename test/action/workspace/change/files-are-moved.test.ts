import { chmod, readdir, readFile, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const BINARY = Buffer.from([137, 80, 78, 71, 0, 255, 254, 13, 10])

describe('a file', () => {
  it('is moved with its bytes and mode, into folders that it needs, as a rename to git', async () => {
    const text = Array.from({ length: 20 }, (_, n) => `line ${n}\r\n`).join('')
    await using tree = await openTree({ 'old/a.txt': text, 'image.png': BINARY })
    await chmod(join(tree.root, 'old/a.txt'), 0o755)
    await tree.git(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a'])
    expect(await tree.workspace.move({ from: 'old/a.txt', to: 'new/deep/b.txt' })).toEqual({
      ok: true,
      text: 'Moved old/a.txt to new/deep/b.txt.',
    })
    await tree.workspace.move({ from: 'image.png', to: 'img/image.png' })
    expect(await readFile(join(tree.root, 'new/deep/b.txt'), 'utf8')).toBe(text)
    expect(await readFile(join(tree.root, 'img/image.png'))).toEqual(BINARY)
    expect((await stat(join(tree.root, 'new/deep/b.txt'))).mode & 0o777).toBe(0o755)
    await tree.git(['add', '-A'])
    const { stdout } = await tree.git(['diff', '--cached', '-M', '--name-status', 'HEAD'])
    expect(stdout).toContain('R100\told/a.txt\tnew/deep/b.txt')
    expect(stdout).toContain('R100\timage.png\timg/image.png')
  })

  it('changes the letter case of its name', async () => {
    await using tree = await openTree({ 'Readme.md': 'a' })
    expect(await tree.workspace.move({ from: 'Readme.md', to: 'README.md' })).toMatchObject({ ok: true })
    expect(await readdir(tree.root)).toContain('README.md')
  })

  it.each([
    ['is missing', 'missing', 'x', /nothing to move/],
    ['would be moved to itself', 'a.txt', './a.txt', /to itself/],
    ['would take the place of another', 'a.txt', 'b.txt', /exists already/],
    ['would take the place of a folder', 'a.txt', 'folder', /folder\/a\.txt/],
    ['is a link', 'link', 'x', /link is a symbolic link\. A link is not published under a new path/],
    ['would go through a link', 'a.txt', 'linked/a.txt', /symbolic link/],
    ['would leave the work tree', 'a.txt', '../a.txt', /holds "\.\."/],
    ["would become git's", 'a.txt', '.git/a.txt', /git directory/],
    ["is git's", '.git/HEAD', 'head', /git directory/],
    ['is protected', 'protected', 'x', /is protected/],
    ['would become protected', 'a.txt', 'protected', /is protected/],
    ['would lie below a file', 'a.txt', 'b.txt/a.txt', /b\.txt is a file/],
  ])('stays where it is when it %s', async (_, from, to, why) => {
    const findObstacle = (path: string) => (path === 'protected' ? 'protected' : null)
    await using tree = await openTree(
      { 'a.txt': 'a', 'b.txt': 'b', 'folder/c.txt': 'c', protected: 'p' },
      { findObstacle },
    )
    await symlink('a.txt', join(tree.root, 'link'))
    await symlink('folder', join(tree.root, 'linked'))
    expect(await tree.workspace.move({ from, to })).toEqual({ ok: false, text: expect.stringMatching(why) })
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('a')
    expect(await readFile(join(tree.root, 'b.txt'), 'utf8')).toBe('b')
  })
})

describe('a file that git would ignore at its new place', () => {
  it.each([
    ['move', { from: 'a.txt', to: 'build/a.txt' }],
    ['apply_patch', { patch: '*** Update File: a.txt\n*** Move to: build/a.txt\n-a\n+A' }],
  ])('stays where it is (%s)', async (_, request) => {
    await using tree = await openTree({ 'a.txt': 'a\n', '.gitignore': 'build/\n' })
    const attempt = await ('patch' in request
      ? tree.workspace.applyPatch(request)
      : tree.workspace.move(request))
    expect(attempt).toEqual({
      ok: false,
      text: 'build/a.txt would be ignored by git, so a.txt would only be deleted. Nothing was moved: name another path, or change .gitignore first.',
    })
    expect((await readdir(tree.root)).toSorted()).toEqual(['.git', '.gitignore', 'a.txt'])
    expect(await readFile(join(tree.root, 'a.txt'), 'utf8')).toBe('a\n')
  })

  it('is moved if git ignored it before', async () => {
    await using tree = await openTree({ '.gitignore': 'build/\n' })
    await tree.workspace.write({ path: 'build/a.txt', text: 'a' })
    expect(await tree.workspace.move({ from: 'build/a.txt', to: 'build/b.txt' })).toMatchObject({ ok: true })
  })
})

it('an empty folder is removed, so that a file can have its name', async () => {
  await using tree = await openTree({ 'a/deep/one.txt': '1', 'b/two.txt': '2', 'b/three.txt': '3' })
  await tree.workspace.move({ from: 'a/deep/one.txt', to: 'one.txt' })
  await tree.workspace.delete({ path: 'b/two.txt' })
  expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'b', 'one.txt'])
  expect(await tree.workspace.write({ path: 'a', text: 'a file' })).toMatchObject({ ok: true })
})

describe('names', () => {
  it.each([
    'with space.txt',
    `it's "quoted".txt`,
    'ünï-日本-😀.txt',
    '-rf',
    '--help',
    '$HOME',
    'a;b|c&d',
    '*?[x].txt',
    '#1',
    'x1:y',
    '...',
    '~',
  ])('%j is a name like any other', async (name) => {
    await using tree = await openTree({ [name]: 'one\n' })
    const { workspace } = tree
    expect(await workspace.read({ path: name })).toMatchObject({ ok: true })
    expect(await workspace.edit({ path: name, old: 'one', new: 'two' })).toMatchObject({ ok: true })
    expect(await workspace.applyPatch({ patch: `*** Update File: ${name}\n-two\n+three` })).toMatchObject({
      ok: true,
    })
    expect(await workspace.write({ path: `folder/${name}`, text: 'x' })).toMatchObject({ ok: true })
    expect(await workspace.move({ from: name, to: `moved/${name}` })).toMatchObject({ ok: true })
    expect(await readFile(join(tree.root, 'moved', name), 'utf8')).toBe('three\n')
    expect(await workspace.delete({ path: `moved/${name}` })).toMatchObject({ ok: true })
  })

  it('have no control characters if they are new', async () => {
    await using tree = await openTree({ 'a.txt': 'a', 'b\n.txt': 'b' })
    for (const path of ['a\nb.txt', 'a\u001b[2J.txt', 'a\tb']) {
      expect(await tree.workspace.write({ path, text: 'x' })).toEqual({
        ok: false,
        text: expect.stringMatching(/control character/),
      })
    }
    expect(await tree.workspace.delete({ path: 'b\n.txt' })).toMatchObject({ ok: true })
  })
})
