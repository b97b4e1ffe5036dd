import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

type Tree = Awaited<ReturnType<typeof openTree>>

const BINARY = Buffer.from([0, 255, 13, 10])
const MOVED = { from: 'old', to: 'new/place' }

async function commit({ git }: Tree) {
  await git(['add', '-A'])
  await git(['-c', 'user.name=a', '-c', 'user.email=a@b', 'commit', '-qm', 'a'])
}

/** What git would publish. */
async function changesOf({ git }: Tree) {
  await git(['add', '-A'])
  const { stdout } = await git(['diff', '--cached', '-M', '--raw', '--abbrev=1', 'HEAD'])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/^:(\d+) (\d+) \S+ \S+ /, '$1 $2 '))
}

const look = async ({ root }: Tree) =>
  (await readdir(root, { recursive: true })).filter((path) => !path.startsWith('.git/')).toSorted()

it('a folder is moved with all of its files, as renames to git', async () => {
  await using tree = await openTree({
    'old/a.txt': 'a\r\n',
    'old/deep/run.sh': 'echo\n',
    'old/deep/b.bin': BINARY,
    'older.txt': 'other',
  })
  await chmod(join(tree.root, 'old/deep/run.sh'), 0o755)
  await commit(tree)
  expect(await tree.workspace.move(MOVED)).toEqual({
    ok: true,
    text: 'Moved old to new/place with 3 files.',
  })
  expect(await readdir(tree.root)).not.toContain('old')
  expect(await readFile(join(tree.root, 'new/place/deep/b.bin'))).toEqual(BINARY)
  expect(await changesOf(tree)).toEqual([
    '100644 100644 R100\told/a.txt\tnew/place/a.txt',
    '100644 100644 R100\told/deep/b.bin\tnew/place/deep/b.bin',
    '100755 100755 R100\told/deep/run.sh\tnew/place/deep/run.sh',
  ])
})

it('files that the agent made are moved too, and files that it read stay known', async () => {
  await using tree = await openTree({ 'old/a.txt': 'one\n' })
  await commit(tree)
  const { workspace } = tree
  await workspace.write({ path: 'old/made.txt', text: 'made\n' })
  await workspace.read({ path: 'old/a.txt' })
  await workspace.move(MOVED)
  expect(await workspace.move({ from: 'new', to: 'third' })).toMatchObject({
    text: 'Moved new to third with 2 files.',
  })
  expect(await workspace.write({ path: 'third/place/a.txt', text: 'two\n' })).toMatchObject({ ok: true })
  expect(await workspace.move({ from: 'third/place', to: 'old' })).toMatchObject({ ok: true })
  expect(await changesOf(tree)).toEqual(['100644 100644 M\told/a.txt', '000000 100644 A\told/made.txt'])
})

it('ignored and previously untracked files stay, and the model is told', async () => {
  const isForeign = (path: string) => path === 'old/left.txt'
  await using tree = await openTree({ 'old/a.txt': 'a', '.gitignore': '*.log\n' }, { isForeign })
  await commit(tree)
  await writeFile(join(tree.root, 'old/x.log'), 'x')
  await writeFile(join(tree.root, 'old/left.txt'), 'x')
  expect(await tree.workspace.move(MOVED)).toEqual({
    ok: true,
    text: 'Moved old to new/place with 1 file. Other files in it, ignored by git or not from you, stayed.',
  })
  expect((await readdir(join(tree.root, 'old'))).toSorted()).toEqual(['left.txt', 'x.log'])
})

describe('a folder stays where it is', () => {
  const FILES = {
    'old/a.txt': 'a',
    'old/deep/b.txt': 'b',
    'old/guarded/c.txt': 'c',
    'taken/d.txt': 'd',
    'file.txt': 'f',
  }
  const forbid = (...guarded: string[]) => ({
    findObstacle: (path: string) => (guarded.includes(path) ? 'protected' : null),
  })

  it.each([
    ['it is taken', 'taken', /taken exists already\. Name the folder in it, like taken\/old/],
    ['a file has the name', 'file.txt', /file\.txt exists already\. Delete it first/],
    ['it is the same', './old/', /to itself/],
    ['it is inside of the folder', 'old/deep/old', /cannot be moved into itself/],
    ['it is below a file', 'file.txt/old', /file\.txt is a file/],
    ['it is outside', '../old', /holds "\.\."/],
    ["it is git's", 'a/.git/hooks', /git directory/],
    ['it is through a link', 'link/old', /symbolic link/],
    ['it is a link', 'link', /symbolic link/],
    ['a file would be protected there', 'new', /new\/deep\/b\.txt is protected/],
    ['git would ignore a file there', 'build', /build\/\S+ would be ignored by git/],
  ])('since of the new place %s', async (_, to, why) => {
    await using tree = await openTree({ ...FILES, '.gitignore': 'build/' }, forbid('new/deep/b.txt'))
    await symlink('taken', join(tree.root, 'link'))
    const before = await look(tree)
    expect(await tree.workspace.move({ from: 'old', to })).toEqual({
      ok: false,
      text: expect.stringMatching(why),
    })
    expect(await look(tree)).toEqual(before)
  })

  it.each([
    ['a protected file', async () => undefined, /old\/guarded\/c\.txt is protected/],
    [
      'a link',
      ({ root }: Tree) => symlink('a.txt', join(root, 'old/link')),
      /old\/link is a symbolic link\. A link is not published under a new path/,
    ],
    [
      'a submodule',
      async ({ root, git }: Tree) => {
        await git(['update-index', '--add', '--cacheinfo', `160000,${'a'.repeat(40)},old/sub`])
        await mkdir(join(root, 'old/sub'))
      },
      /old\/sub is a submodule/,
    ],
    [
      'a separate repository',
      async ({ root, git }: Tree) => void (await git(['init', '-q', join(root, 'old/own')])),
      /old\/own\/ is a separate repository/,
    ],
    [
      'files of a separate repository',
      ({ root }: Tree) => writeFile(join(root, 'old/deep/.git'), 'gitdir: elsewhere'),
      /old\/deep\S* is a separate repository/,
    ],
    [
      'a file that others changed',
      async ({ root, workspace }: Tree) => {
        await workspace.read({ path: 'old/a.txt' })
        await writeFile(join(root, 'old/a.txt'), 'theirs')
      },
      /old\/a\.txt has changed since you read it/,
    ],
    [
      'a file that its own rules ignore',
      async ({ root, git }: Tree) => {
        await writeFile(join(root, 'old/.gitignore'), 'kept.log')
        await writeFile(join(root, 'old/kept.log'), 'kept')
        await git(['add', '-f', 'old'])
      },
      /kept\.log would be ignored by git/,
    ],
  ])('since it holds %s', async (what, prepare, why) => {
    const guarded = what === 'a protected file' ? ['old/guarded/c.txt'] : []
    await using tree = await openTree(FILES, forbid(...guarded))
    await prepare(tree)
    const before = await look(tree)
    expect(await tree.workspace.move({ from: 'old', to: 'new' })).toEqual({
      ok: false,
      text: expect.stringMatching(why),
    })
    expect(await look(tree)).toEqual(before)
  })

  it('if one of its moves fails, because all others are undone', async () => {
    await using tree = await openTree({ 'old/a.txt': 'a', [`old/${'n'.repeat(250)}/b.txt`]: 'b' })
    const before = await look(tree)
    // Only the longer of the two paths is longer than a path can be, and only with the folder of the repository before it.
    const to = `new/${`${'m'.repeat(250)}/`.repeat(15)}${'x'.repeat(4095 - 3769 - 251 - 6)}`
    expect([`${to}/a.txt`, `${to}/${'n'.repeat(250)}/b.txt`].map(({ length }) => length)).toEqual([
      3844, 4095,
    ])
    expect(await tree.workspace.move({ from: 'old', to })).toEqual({
      ok: false,
      text: expect.stringMatching(/file system refused \(ENAMETOOLONG\)/),
    })
    expect(await look(tree)).toEqual(before)
  })

  it('if it is the root, or no folder of the repository', async () => {
    await using tree = await openTree({ 'a.txt': 'a', '.gitignore': 'build/' })
    await mkdir(join(tree.root, 'build'))
    await writeFile(join(tree.root, 'build/x'), 'x')
    expect(await tree.workspace.move({ from: '.', to: 'x' })).toMatchObject({ ok: false })
    expect(await tree.workspace.move({ from: 'build', to: 'x' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/build holds no file of the repository/),
    })
    expect((await lstat(join(tree.root, 'build/x'))).isFile()).toBe(true)
  })
})
