import { lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

describe('a folder', () => {
  it('is deleted with the files of the repository in it, and their number is reported', async () => {
    await using tree = await openTree({ 'a/1.txt': '1', 'a/deep/2.bin': Buffer.from([0]), 'ab.txt': 'b' })
    const { workspace } = tree
    await workspace.write({ path: 'a/deep/3.txt', text: '3' })
    await symlink('../ab.txt', join(tree.root, 'a/link'))
    expect(await workspace.delete({ path: 'a/' })).toEqual({ ok: true, text: 'Deleted a with 4 files.' })
    expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'ab.txt'])
    expect(await readFile(join(tree.root, 'ab.txt'), 'utf8')).toBe('b')
    // What was known of its files is forgotten.
    expect(await workspace.write({ path: 'a/1.txt', text: 'new' })).toMatchObject({ ok: true })
  })

  it('keeps ignored files and files that were untracked before', async () => {
    const isForeign = (path: string) => path === 'a/left.txt'
    await using tree = await openTree({ 'a/1.txt': '1', '.gitignore': '*.log' }, { isForeign })
    await writeFile(join(tree.root, 'a/x.log'), 'x')
    await writeFile(join(tree.root, 'a/left.txt'), 'x')
    expect(await tree.workspace.delete({ path: 'a' })).toEqual({
      ok: true,
      text: 'Deleted a with 1 file. Other files in it, ignored by git or not from you, stayed.',
    })
    expect((await readdir(join(tree.root, 'a'))).toSorted()).toEqual(['left.txt', 'x.log'])
  })

  it('is deleted even if some of its files are gone already', async () => {
    await using tree = await openTree({ 'a/1.txt': '1', 'a/2.txt': '2' })
    await tree.workspace.delete({ path: 'a/1.txt' })
    expect(await tree.workspace.delete({ path: 'a' })).toMatchObject({ text: 'Deleted a with 1 file.' })
    expect(await tree.workspace.delete({ path: 'a' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/does not exist/),
    })
  })

  it('is refused if it has very many files', async () => {
    const files = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`a/${n}.txt`, '']))
    await using tree = await openTree(files)
    expect(await tree.workspace.delete({ path: 'a' })).toEqual({
      ok: false,
      text: 'a holds more than 1000 files. Name its folders one by one.\nThe folder a was left as it is.',
    })
    await tree.workspace.delete({ path: 'a/0.txt' })
    expect(await tree.workspace.delete({ path: 'a' })).toMatchObject({ text: 'Deleted a with 1000 files.' })
  })

  it.each([
    ['the root', '.', /path is empty/],
    ["git's", '.git', /git directory/],
    ['not of the repository', 'build', /holds no file of the repository/],
    ['a submodule', 'sub', /sub is a submodule/],
    ['a holder of a submodule', 'lib', /lib\/sub is a submodule/],
    ['a separate repository', 'own', /is a separate repository/],
    ['a holder of one', 'vendor', /vendor\/own\S* is a separate repository/],
    ['a holder of something protected', 'guarded', /guarded\/deep\/a is protected/],
  ])('is left that is %s', async (_, path, why) => {
    const findObstacle = (one: string) => (one === 'guarded/deep/a' ? 'protected' : null)
    const files = {
      'lib/a': 'a',
      'guarded/b': 'b',
      'guarded/deep/a': 'a',
      'vendor/a': 'a',
      '.gitignore': 'build',
    }
    await using tree = await openTree(files, { findObstacle })
    for (const sub of ['sub', 'lib/sub']) {
      await tree.git(['update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},${sub}`])
    }
    for (const folder of ['build', 'sub', 'lib/sub', 'own', 'vendor/own'])
      await mkdir(join(tree.root, folder), { recursive: true })
    await writeFile(join(tree.root, 'build/x'), 'x')
    for (const folder of ['own', 'vendor/own']) await tree.git(['init', '-q', join(tree.root, folder)])
    const look = async () =>
      (await readdir(tree.root, { recursive: true })).filter((one) => !one.startsWith('.git')).toSorted()
    const before = await look()
    expect(await tree.workspace.delete({ path })).toEqual({ ok: false, text: expect.stringMatching(why) })
    expect(await look()).toEqual(before)
  })
})

describe('a symbolic link', () => {
  it.each([
    ['to a file', 'a.txt'],
    ['to a folder', 'folder'],
    ['to nowhere', 'nowhere'],
    ['to itself', 'link'],
    ['out of the repository', '../outside'],
  ])('%s is deleted as a link', async (_, target) => {
    await using tree = await openTree({ 'a.txt': 'a', 'folder/b.txt': 'b' })
    await writeFile(join(tree.outside, 'outside'), 'theirs')
    await symlink(target, join(tree.root, 'link'))
    await tree.git(['add', '-A'])
    expect(await tree.workspace.delete({ path: 'link' })).toEqual({
      ok: true,
      text: `Deleted the symbolic link link, which led to ${JSON.stringify(target)}. Its target is unchanged.`,
    })
    expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'a.txt', 'folder'])
    expect(await readFile(join(tree.root, 'folder/b.txt'), 'utf8')).toBe('b')
    expect(await readFile(join(tree.outside, 'outside'), 'utf8')).toBe('theirs')
    const { stdout } = await tree.git(['status', '--porcelain', 'link'])
    expect(stdout).toBe('AD link\n')
  })

  it('is deleted by a patch', async () => {
    await using tree = await openTree({ 'a.txt': 'a' })
    await symlink('a.txt', join(tree.root, 'link'))
    expect(await tree.workspace.applyPatch({ patch: '*** Delete File: link' })).toMatchObject({ ok: true })
    expect((await readdir(tree.root)).toSorted()).toEqual(['.git', 'a.txt'])
  })

  it.each([
    ['that is protected', 'guarded', /guarded is protected/],
    ['on the way', 'linked/b.txt', /linked is a symbolic link\. Use the real path/],
    ['with a slash behind it is still a link', 'linked/', null],
  ])('%s', async (_, path, why) => {
    const findObstacle = (one: string) => (one === 'guarded' ? 'protected' : null)
    await using tree = await openTree({ 'folder/b.txt': 'b' }, { findObstacle })
    await symlink('folder/b.txt', join(tree.root, 'guarded'))
    await symlink('folder', join(tree.root, 'linked'))
    const attempt = await tree.workspace.delete({ path })
    if (why === null) expect(attempt).toMatchObject({ ok: true })
    else expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
    expect(await readlink(join(tree.root, 'guarded'))).toBe('folder/b.txt')
    expect((await lstat(join(tree.root, 'folder/b.txt'))).isFile()).toBe(true)
  })
})
