import { lstat, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { normalizePath } from '../../../../src/action/workspace/files/normalize-path.ts'
import { openTree } from '../../../support/action/open-tree.ts'
import { assertAsyncProperty, assertProperty } from '../../../support/random.ts'

const NASTY = [
  '..',
  '.',
  '',
  '...',
  '.git',
  '.GIT',
  '.Git ',
  '.git.',
  'git~1',
  'GIT~1',
  '.g\u200cit',
  '.gi\u00adt',
  '.git::$DATA',
  '.git\u2060',
  '~',
  '/',
  'C:',
  '\\',
  '\0',
  '\n',
  '%2e%2e',
  '..%2f',
  '\u2025',
  'out',
  'proc',
  'dev',
  'up',
  'inside',
  'a.txt',
  'folder',
  'sub',
  '-x',
  '$(id)',
  'ﬁle',
]
const part = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...NASTY) },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
)
const path = fc
  .tuple(
    fc.constantFrom('', '/', '../', '//', '/proc/self/', '../tree/'),
    fc.array(part, { minLength: 1, maxLength: 5 }),
    fc.constantFrom('/', '//', '/./'),
  )
  .map(([head, parts, slash]) => head + parts.join(slash))

/** All below a folder, without following links and without the folder that is left out. */
async function walk(folder: string, leftOut = ''): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const found = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    if (path === leftOut) return []
    if (entry.isDirectory()) return [path, ...(await walk(path, leftOut))]
    return [`${path}: ${entry.isFile() ? await readFile(path, 'latin1') : 'link'}`]
  })
  return (await Promise.all(found)).flat().toSorted()
}

/** Everything but the files of the work tree: what stands beside it, and its git directory. */
const look = async ({ root, outside }: { root: string; outside: string }): Promise<string[]> => [
  ...(await walk(outside, root)),
  ...(await walk(join(root, '.git'))),
]

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )

it('whatever a path is, nothing outside of the work tree or in .git is read or changed', async () => {
  await using tree = await openTree({ 'a.txt': 'mine\n', 'folder/a.txt': 'mine\n', 'sub/a.txt': 'mine\n' })
  await mkdir(join(tree.outside, 'folder'))
  for (const name of ['secret', 'a.txt', 'folder/a.txt'])
    await writeFile(join(tree.outside, name), 'SECRET\n')
  const links = {
    out: '../folder',
    up: '..',
    proc: '/proc/self',
    dev: '/dev',
    inside: 'folder',
    'sub/git': '../.git',
  }
  const relink = async () => {
    const sub = join(tree.root, 'sub')
    if (!(await isThere(join(sub, '.')))) await rm(sub, { force: true })
    await mkdir(sub, { recursive: true })
    for (const [name, target] of Object.entries(links))
      if (!(await isThere(join(tree.root, name)))) await symlink(target, join(tree.root, name))
  }
  const before = await look(tree)
  const { workspace } = tree
  await assertAsyncProperty(
    fc.asyncProperty(path, path, async (one, other) => {
      // The links themselves, and the folder of one, may have been deleted or moved.
      await relink()
      const attempts = [
        await workspace.read({ path: one }),
        await workspace.write({ path: one, text: 'mine\n' }),
        await workspace.edit({ path: one, old: 'mine', new: 'mine, too' }),
        await workspace.edit({ path: one, old: 'SECRET', new: 'x' }),
        await workspace.move({ from: one, to: other }),
        await workspace.applyPatch({ patch: `*** Add File: ${one}\n+mine\n*** Delete File: ${other}` }),
        await workspace.applyPatch({ patch: `*** Update File: ${other}\n*** Move to: ${one}` }),
        await workspace.delete({ path: other }),
      ]
      for (const { text } of attempts) expect(text).not.toMatch(/SECRET\n|PATH=|\[core\]/)
    }),
    { numRuns: 300 },
  )
  expect(await look(tree)).toEqual(before)
})

it('an accepted path consists of names below the root', () => {
  assertProperty(
    fc.property(path, (one) => {
      const normalized = normalizePath(one)
      if (!normalized.ok) return
      const parts = normalized.path.split('/')
      expect(parts.some((name) => name === '..' || name === '.' || name.toLowerCase() === '.git')).toBe(false)
      expect(normalized.path === '' || parts.every((name) => name !== '')).toBe(true)
      expect(normalizePath(normalized.path)).toEqual(normalized)
    }),
    { numRuns: 5000 },
  )
})
