import { execFileSync } from 'node:child_process'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const SHA = 'a'.repeat(40)

type Tree = Awaited<ReturnType<typeof openTree>>

async function expectNoChange({ workspace }: Tree, path: string, why: RegExp) {
  for (const attempt of [
    await workspace.edit({ path, old: 'one', new: 'x' }),
    await workspace.write({ path, text: 'x' }),
    await workspace.delete({ path }),
    await workspace.move({ from: path, to: 'moved.txt' }),
    await workspace.move({ from: 'a.txt', to: path }),
    await workspace.applyPatch({ patch: `*** Add File: ${path}\n+x` }),
    await workspace.applyPatch({ patch: `*** Update File: a.txt\n*** Move to: ${path}` }),
  ]) {
    expect(attempt).toEqual({ ok: false, text: expect.stringMatching(why) })
  }
}

it('nothing is written into a submodule without files', async () => {
  await using tree = await openTree({ 'a.txt': 'a', 'lib/own.txt': 'one' })
  await tree.git(['update-index', '--add', '--cacheinfo', `160000,${SHA},lib/sub`])
  await mkdir(join(tree.root, 'lib/sub'))
  await expectNoChange(tree, 'lib/sub/new.txt', /lib\/sub is a submodule/)
  await expectNoChange(tree, 'lib/sub', /lib\/sub is a submodule/)
  expect(await readdir(join(tree.root, 'lib/sub'))).toEqual([])
  expect(await tree.workspace.edit({ path: 'lib/own.txt', old: 'one', new: 'two' })).toMatchObject({
    ok: true,
  })
})

it.each([
  [
    'a file that names the git directory',
    (folder: string) => writeFile(join(folder, '.git'), 'gitdir: ../../.git/modules/sub\n'),
  ],
  ['a separate checkout', async (folder: string) => void execFileSync('git', ['init', '-q', folder])],
])('a folder with %s is not written into', async (_, prepare) => {
  await using tree = await openTree({ 'a.txt': 'a', 'sub/deep/file.txt': 'one' })
  await prepare(join(tree.root, 'sub'))
  await expectNoChange(tree, 'sub/deep/file.txt', /sub is a separate repository/)
  expect(await readFile(join(tree.root, 'sub/deep/file.txt'), 'utf8')).toBe('one')
  expect(await tree.workspace.read({ path: 'sub/.git' })).toEqual({
    ok: false,
    text: expect.stringMatching(/git directory/),
  })
  expect(await tree.workspace.read({ path: 'sub/deep/file.txt' })).toMatchObject({ ok: true })
})
