import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { Git } from '../../../../src/action/git/process/git.ts'
import { openWorkspace } from '../../../../src/action/workspace/open-workspace.ts'
import type { Workspace } from '../../../../src/action/workspace/workspace.ts'
import { givenHistory } from '../../../support/action/given-history.ts'
import { makeWorkTree } from '../../../support/action/work-tree.ts'

const FILES = {
  '.gitignore': '*.log\nbuild/\n',
  'src/a.ts': 'needle\n',
  'src/deep/b.ts': 'needle\n',
  'lib/c.ts': 'needle\n',
  'lib/.gitignore': 'made/\n',
}
const UNTRACKED = ['fresh/f.ts', 'build/x.ts', 'build/kept/k.ts', 'logs/2024/x.log', 'lib/made/m.ts']
const FOUND = ['fresh/f.ts', 'lib/c.ts', 'src/a.ts', 'src/deep/b.ts']
const LISTED = ['.gitignore', 'fresh/f.ts', 'lib/.gitignore', 'lib/c.ts', 'src/a.ts', 'src/deep/b.ts']

/** `age`: for how long all of it has lain there, in milliseconds; below 0: it still changes. */
async function openOldTree(age = 60_000) {
  const tree = await makeWorkTree(FILES)
  let walks = 0
  const git: Git = (args, options) => {
    if (args.includes('-o')) walks += 1
    return tree.git(args, options)
  }
  const at = (path: string) => join(tree.root, path)
  const write = async (path: string, text = 'needle\n') => {
    await mkdir(dirname(at(path)), { recursive: true })
    await writeFile(at(path), text)
  }
  for (const path of UNTRACKED) await write(path)
  await mkdir(at('bare/a/b'), { recursive: true })
  const now = () => Date.now() + age
  const workspace = openWorkspace({ root: tree.root, git, history: givenHistory(git), now })
  return { ...tree, workspace, at, write, walks: () => walks }
}

type Tree = Awaited<ReturnType<typeof openOldTree>>

async function look({ workspace }: Tree) {
  const [list, search] = [await workspace.list({}), await workspace.search({ pattern: 'needle' })]
  const lines = (text: string) => text.split('\n').toSorted()
  return { listed: lines(list.text), found: lines(search.text.replace(/:.*/g, '')) }
}

/** `+path` came, `-path` went. */
const compare = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter((path) => !after.includes(path)).map((path) => `-${path}`),
  ...after.filter((path) => !before.includes(path)).map((path) => `+${path}`),
]

it('git walks the folders only once while no file is added or removed', async () => {
  await using tree = await openOldTree()
  const { workspace, write, walks } = tree
  for (let round = 0; round < 3; round += 1) {
    expect(await look(tree)).toEqual({ listed: LISTED, found: FOUND })
    expect((await workspace.list({ path: 'src' })).text).toBe('src/a.ts\nsrc/deep/b.ts')
    expect((await workspace.search({ path: 'fresh', pattern: 'needle' })).text).toBe('fresh/f.ts:1:needle')
    expect((await workspace.list({ pattern: 'f*.ts' })).text).toBe('fresh/f.ts')
    const edit = { path: 'src/a.ts', old: 'needle', new: 'needle ' }
    expect(await workspace.edit(edit)).toMatchObject({ ok: true })
    await write('lib/c.ts', 'another needle\n')
    await write('build/y.ts')
  }
  expect(walks()).toBe(1)
})

it.each<[string, (workspace: Workspace) => Promise<unknown>, string[]]>([
  ['a file', (ours) => ours.write({ path: 'src/new.ts', text: 'needle' }), ['+src/new.ts']],
  ['a file in new folders', (ours) => ours.write({ path: 'x/y/z.ts', text: 'needle' }), ['+x/y/z.ts']],
  ['a file of a patch', (ours) => ours.applyPatch({ patch: '*** Add File: p.ts\n+needle' }), ['+p.ts']],
  ['an ignored file', (ours) => ours.write({ path: 'src/new.log', text: 'needle' }), []],
  ['a move', (ours) => ours.move({ from: 'src/a.ts', to: 'lib/z.ts' }), ['-src/a.ts', '+lib/z.ts']],
  ['a move of a new file', (ours) => ours.move({ from: 'fresh', to: 'z' }), ['-fresh/f.ts', '+z/f.ts']],
  ['a deletion', (ours) => ours.delete({ path: 'lib/c.ts' }), ['-lib/c.ts']],
  ['a folder deleted', (ours) => ours.delete({ path: 'src' }), ['-src/a.ts', '-src/deep/b.ts']],
  [
    'a rule taken away',
    (ours) => ours.edit({ path: '.gitignore', old: 'build/\n', new: '' }),
    ['+build/kept/k.ts', '+build/x.ts'],
  ],
  [
    'a rule added',
    (ours) => ours.edit({ path: '.gitignore', old: 'build/', new: 'build/\nfresh/' }),
    ['-fresh/f.ts'],
  ],
])('of the agent: %s', async (_, act, expected) => {
  await using tree = await openOldTree()
  const before = await look(tree)
  expect(before).toEqual({ listed: LISTED, found: FOUND })
  expect(await act(tree.workspace)).toMatchObject({ ok: true })
  const after = await look(tree)
  expect(compare(before.listed, after.listed)).toEqual(expected)
  expect(compare(before.found, after.found)).toEqual(expected)
})

const fromOutside: Record<string, (tree: Tree) => Promise<unknown>> = {
  '+src/new.ts': ({ write }) => write('src/new.ts'),
  '+x/y/z.ts': ({ write }) => write('x/y/z.ts'),
  '+bare/a/b/in-a-folder-that-was-empty.ts': ({ write }) => write('bare/a/b/in-a-folder-that-was-empty.ts'),
  '+logs/2024/beside-what-is-ignored.ts': ({ write }) => write('logs/2024/beside-what-is-ignored.ts'),
  '-src/a.ts': ({ at }) => rm(at('src/a.ts')),
  '-fresh/f.ts': ({ at }) => rm(at('fresh/f.ts')),
  '-src/a.ts -src/deep/b.ts': ({ at }) => rm(at('src'), { recursive: true }),
  '-fresh/f.ts +other/f.ts': ({ at }) => rename(at('fresh'), at('other')),
  '+lib/made/m.ts': ({ write }) => write('lib/.gitignore', '# in place\n'),
  '-fresh/f.ts +fresh/f.ts/g.ts': async ({ at, write }) => {
    await rm(at('fresh/f.ts'))
    await write('fresh/f.ts/g.ts')
  },
}

it.each(Object.entries(fromOutside))('from outside: %s', async (expected, act) => {
  await using tree = await openOldTree()
  const before = await look(tree)
  await act(tree)
  const after = await look(tree)
  expect(compare(before.listed, after.listed).join(' ')).toBe(expected)
  expect(compare(before.found, after.found).join(' ')).toBe(expected)
})

it.each<[string, (tree: Tree) => Promise<unknown>, string]>([
  ['a rule for itself, too', ({ write }) => write('fresh/.gitignore', '*\n'), '-fresh/f.ts'],
  [
    'a link',
    async ({ at }) => {
      await rm(at('fresh'), { recursive: true })
      await symlink('src', at('fresh'))
    },
    '-fresh/f.ts +fresh',
  ],
  [
    'a separate repository',
    async ({ git, at }) => void (await git(['init', '-q', at('fresh')])),
    '-fresh/f.ts +fresh/',
  ],
])('a folder is not searched any more that has become %s', async (_, act, expected) => {
  await using tree = await openOldTree()
  await look(tree)
  await act(tree)
  const { listed, found } = await look(tree)
  expect(compare(LISTED, listed).join(' ')).toBe(expected)
  expect(compare(FOUND, found)).toEqual(['-fresh/f.ts'])
})

it('a folder that may have changed while it was read is read again', async () => {
  await using tree = await openOldTree(-60_000)
  await look(tree)
  const before = tree.walks()
  await look(tree)
  expect(tree.walks()).toBe(before + 2)
})

it('finds the new files that match a glob', async () => {
  await using tree = await openOldTree()
  const { workspace } = tree
  expect((await workspace.list({ pattern: 'fresh/[!a].*' })).text).toBe('fresh/f.ts')
  expect((await workspace.list({ pattern: 'fresh/*.js' })).text).toMatch(/No file matches/)
  await tree.git(['init', '-q', tree.at('own')])
  expect((await workspace.list({ pattern: 'own/**' })).text).toBe('own/')
  expect((await workspace.search({ pattern: 'needle', glob: '{f,g}.ts' })).text).toBe('fresh/f.ts:1:needle')
})

it('notices new files next to folders whose names are not UTF-8', async () => {
  await using tree = await openOldTree()
  await mkdir(Buffer.from(`${tree.at('src')}/\xff`, 'latin1'))
  await look(tree)
  await tree.write('src/new.ts')
  expect((await look(tree)).found).toContain('src/new.ts')
})
