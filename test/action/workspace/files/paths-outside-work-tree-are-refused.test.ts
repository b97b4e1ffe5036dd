import { execFileSync } from 'node:child_process'
import { lstat, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

type Tree = Awaited<ReturnType<typeof openTree>>

/** Tries everything on a path and expects every tool to refuse it. */
async function expectClosed({ workspace }: Tree, path: string, why: RegExp, isLink = false) {
  const attempts = await Promise.all([
    workspace.read({ path }),
    workspace.edit({ path, old: 'secret', new: 'x' }),
    workspace.write({ path, text: 'x' }),
    workspace.multiEdit({ path, edits: [{ old: 'secret', new: 'x' }] }),
    workspace.move({ from: path, to: 'moved.txt' }),
    workspace.list({ path }),
    workspace.search({ path, pattern: 'secret' }),
  ])
  // A link itself is the repository's, and may go; what it leads to is seen to below.
  if (!isLink) attempts.push(await workspace.delete({ path }))
  for (const attempt of attempts) {
    expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
    expect(attempt.text).not.toContain('secret')
  }
}

describe('paths', () => {
  it.each([
    ['../outside.txt', /holds "\.\."/],
    ['a/../../outside.txt', /holds "\.\."/],
    ['/etc/passwd', /is absolute/],
    ['/proc/self/environ', /is absolute/],
    ['C:/Windows', /is absolute/],
    ['a\\b', /holds a backslash/],
    ['a\0b', /holds a NUL/],
    ['a\ud83d.txt', /unpaired surrogate/],
    ['.git/config', /git directory/],
    ['.GIT/config', /git directory/],
    ['./a//.Git/hooks/pre-commit', /git directory/],
    ['vendor/lib/.git', /git directory/],
    ['.git /config', /git directory/],
    ['.git\\config', /git directory/],
    ['.git./config', /git directory/],
    ['.g\u200cit/config', /git directory/],
    ['GIT~1/config', /git directory/],
    ['.git::$INDEX_ALLOCATION/config', /git directory/],
  ])('refuses %j', async (path, why) => {
    await using tree = await openTree({ 'a.txt': 'a' })
    await expectClosed(tree, path, why)
  })

  it('accepts a path that only looks odd', async () => {
    await using tree = await openTree({ '.gitignore': 'x', 'a..b/.github/...': 'y' })
    expect(await tree.workspace.read({ path: './/.gitignore' })).toMatchObject({ ok: true })
    expect(await tree.workspace.read({ path: 'a..b/.github/...' })).toMatchObject({ ok: true })
  })
})

describe('symbolic links', () => {
  async function linkedTree() {
    const tree = await openTree({ 'real/file.txt': 'inside' })
    await writeFile(join(tree.outside, 'tree-evil'), 'secret')
    await mkdir(join(tree.outside, 'folder'))
    await writeFile(join(tree.outside, 'folder', 'x.txt'), 'secret')
    const link = (target: string, path: string) => symlink(target, join(tree.root, path))
    await link('../tree-evil', 'out-file')
    await link('../folder', 'out-folder')
    await link('/proc/self', 'proc')
    await link('.git', 'repository')
    await link('nowhere', 'dangling')
    await link('loop', 'loop')
    await link('real', 'in-folder')
    await link('real/file.txt', 'in-file')
    return tree
  }

  it.each([
    'out-file',
    'out-folder',
    'out-folder/x.txt',
    'proc/environ',
    'repository/config',
    'dangling',
    'loop',
  ])('lets nothing through %s', async (path) => {
    await using tree = await linkedTree()
    await expectClosed(tree, path, /symbolic link/, !path.includes('/'))
    expect((await tree.workspace.delete({ path })).ok).toBe(!path.includes('/'))
    expect(await readFile(join(tree.outside, 'tree-evil'), 'utf8')).toBe('secret')
    expect(await readFile(join(tree.outside, 'folder', 'x.txt'), 'utf8')).toBe('secret')
  })

  it('reads through a link that stays inside', async () => {
    await using tree = await linkedTree()
    expect((await tree.workspace.read({ path: 'in-file' })).text).toContain('inside')
    expect((await tree.workspace.read({ path: 'in-folder/file.txt' })).text).toContain('inside')
  })

  it('searches through no link', async () => {
    await using tree = await linkedTree()
    await tree.git(['add', '-A'])
    expect(await tree.workspace.search({ pattern: 'secret' })).toEqual({ ok: true, text: 'No match.' })
  })

  it('writes through no link, so that a protected path has no second name', async () => {
    await using tree = await linkedTree()
    for (const path of ['in-file', 'in-folder/file.txt', 'in-folder/new.txt', 'dangling']) {
      expect(await tree.workspace.write({ path, text: 'x' })).toMatchObject({ ok: false })
      expect(await tree.workspace.edit({ path, old: 'inside', new: 'x' })).toMatchObject({ ok: false })
    }
    expect(await readFile(join(tree.root, 'real/file.txt'), 'utf8')).toBe('inside')
    expect((await lstat(join(tree.root, 'in-file'))).isSymbolicLink()).toBe(true)
  })
})

describe('what is not a file', () => {
  it('refuses pipes without waiting for a writer', async () => {
    await using tree = await openTree({ 'a.txt': 'a' })
    execFileSync('mkfifo', [join(tree.root, 'pipe')])
    const attempts = await Promise.all([
      tree.workspace.read({ path: 'pipe' }),
      tree.workspace.edit({ path: 'pipe', old: 'a', new: 'b' }),
      tree.workspace.write({ path: 'pipe', text: 'a' }),
    ])
    for (const attempt of attempts)
      expect(attempt).toMatchObject({ ok: false, text: expect.stringMatching(/not a regular file/) })
  })

  it('refuses folders, and files as folders', async () => {
    await using tree = await openTree({ 'folder/a.txt': 'a' })
    const { workspace } = tree
    expect(await workspace.read({ path: 'folder' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/is a folder/),
    })
    expect(await workspace.write({ path: 'folder', text: '' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/is a folder/),
    })
    const below = 'folder/a.txt/b.txt'
    expect(await workspace.write({ path: below, text: '' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/is a file/),
    })
    expect(await workspace.read({ path: below })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/does not exist/),
    })
  })

  it('refuses binary files and a text that is too large', async () => {
    await using tree = await openTree({
      'image.png': Buffer.from([137, 80, 78, 71, 0, 1]),
    })
    const { workspace } = tree
    expect(await workspace.read({ path: 'image.png' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/binary/),
    })
    const text = 'x'.repeat(3_000_000)
    expect(await workspace.write({ path: 'new.txt', text })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/Split it/),
    })
  })

  it('reports what the file system refuses', async () => {
    await using tree = await openTree({ 'a.txt': 'a' })
    const attempt = await tree.workspace.write({ path: `${'n'.repeat(300)}.txt`, text: 'x' })
    expect(attempt).toMatchObject({
      ok: false,
      text: expect.stringMatching(/file system refused \(ENAMETOOLONG\)/),
    })
  })
})

describe('protected and provided files', () => {
  it('refuses to change protected paths, with the reason', async () => {
    const findObstacle = (path: string) => (path.startsWith('.github/') ? 'protected' : null)
    await using tree = await openTree({ '.github/workflows/ci.yml': 'on: push' }, { findObstacle })
    const path = './.github//workflows/ci.yml'
    expect(await tree.workspace.read({ path })).toMatchObject({ ok: true })
    for (const attempt of [
      await tree.workspace.edit({ path, old: 'push', new: 'x' }),
      await tree.workspace.write({ path, text: '' }),
      await tree.workspace.delete({ path }),
    ]) {
      expect(attempt).toMatchObject({ ok: false, text: expect.stringMatching(/is protected/) })
    }
  })

  it('shows a provided file and refuses to write it', async () => {
    await using tree = await openTree({ 'a.txt': 'a' })
    tree.workspace.provide('/prompts/1.txt', 'one\ntwo\n')
    expect((await tree.workspace.read({ path: '/prompts/1.txt', from: 2 })).text).toBe('2\ttwo')
    expect(await tree.workspace.write({ path: '/prompts/1.txt', text: 'x' })).toMatchObject({ ok: false })
    expect((await tree.workspace.list({})).text).toBe('a.txt')
    expect((await tree.workspace.read({ path: 'prompts/1.txt', from: 2 })).text).toBe('2\ttwo')
  })

  it('hides no file of the repository behind a provided one', async () => {
    await using tree = await openTree({ 'prompts/1.txt': 'theirs\n', 'prompt-1.txt': 'theirs too\n' })
    tree.workspace.provide('/prompts/1.txt', 'one\ntwo\n')
    expect((await tree.workspace.read({ path: 'prompts/1.txt' })).text).toBe('1\ttheirs')
    expect((await tree.workspace.read({ path: 'prompt-1.txt' })).text).toBe('1\ttheirs too')
    const changed = await tree.workspace.edit({ path: 'prompts/1.txt', old: 'theirs', new: 'ours' })
    expect(changed).toMatchObject({ ok: true })
  })

  it.each(['', '.', './'])('names the root that is read as a file, by %j', async (path) => {
    await using tree = await openTree({ 'a.txt': 'a' })
    expect(await tree.workspace.read({ path })).toEqual({
      ok: false,
      text: 'The root of the repository is a folder. Use list to see what is in it.',
    })
  })
})
