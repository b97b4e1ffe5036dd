import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { copyBase, listFoldersOfObjects } from '../../../src/action/eval/copy-base.ts'
import { copyHead, openClone } from '../../../src/action/try/open-clone.ts'
import { gitIn } from '../../cli/try-scene.ts'
import { givenHistory } from '../../support/action/given-history.ts'

/** In everything that a person made after the base. */
const ANSWER = 'the answer is forty-two'

/** Without the replacement of the base. */
const REAL = ['--no-replace-objects', 'rev-list'] as const

interface Made {
  readonly folder: string
  readonly clone: string
  readonly base: string
  readonly fix: string
  git(...args: readonly string[]): string
}

/** A clone with the answer in each place where git keeps something. */
function makeClone(): Made {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'prentice-copy-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [shared, clone] = [join(folder, 'shared'), join(folder, 'clone')]
  mkdirSync(shared)
  gitIn(shared, 'init', '--quiet', '--initial-branch=main')
  const commit = (at: string, path: string, text: string): string => {
    mkdirSync(join(at, 'src'), { recursive: true })
    writeFileSync(join(at, path), text)
    gitIn(at, 'add', '.')
    gitIn(at, 'commit', '--quiet', `--message=Write ${path}`)
    return gitIn(at, 'rev-parse', 'HEAD').trim()
  }
  commit(shared, 'src/a.txt', 'one\n')
  gitIn(shared, 'tag', '-a', 'v1', '-m', 'First')
  const base = commit(shared, 'src/a.txt', 'two\n')
  // Objects of another repository, which the clone only shares.
  commit(shared, 'src/a.txt', `shared: ${ANSWER}\n`)
  gitIn(folder, 'clone', '--quiet', '--shared', shared, clone)
  const git = (...args: readonly string[]): string => gitIn(clone, ...args)
  const fix = commit(clone, 'src/a.txt', `fixed: ${ANSWER}\n`)
  git('tag', '-a', 'v2', '-m', ANSWER)
  git('tag', 'light', fix)
  git('notes', 'add', '-m', ANSWER, base)
  git('branch', 'other', fix)
  git('update-ref', 'refs/pull/7/head', fix)
  git('gc', '--quiet')
  git('pack-refs', '--all')
  commit(clone, 'src/b.txt', `loose: ${ANSWER}\n`)
  writeFileSync(join(clone, 'src/a.txt'), `stashed: ${ANSWER}\n`)
  git('stash', '--quiet')
  writeFileSync(join(clone, 'lost.txt'), `unreachable: ${ANSWER}\n`)
  git('hash-object', '-w', 'lost.txt')
  git('fetch', '--quiet', '.', 'other')
  git('replace', base, fix)
  git('config', 'branch.main.description', ANSWER)
  writeFileSync(join(clone, '.git/ORIG_HEAD'), `${fix}\n`)
  mkdirSync(join(clone, '.git/hooks'), { recursive: true })
  writeFileSync(join(clone, '.git/hooks/post-checkout'), `# ${ANSWER}\n`, { mode: 0o755 })
  appendFileSync(join(clone, '.git/info/exclude'), `# ${ANSWER}\n`)
  return { folder, clone, base, fix, git }
}

const SETTINGS = [{ path: '.github/prentice.yml', text: 'checks: [npm test]\n' }]

async function copyOf({ folder, clone, base }: Made): Promise<string> {
  const environment = { PATH: process.env.PATH, HOME: folder }
  const { signal } = new AbortController()
  const scratch = join(folder, 'scratch')
  mkdirSync(scratch)
  const opened = await openClone(clone, { environment, signal })
  const { repository } = await copyHead(opened, { environment, signal, scratch, workTree: scratch })
  return copyBase(repository, base, { folder: join(folder, 'copy'), settings: SETTINGS, environment, signal })
}

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())

/** All that somebody could read in a git folder, packed objects included. */
function textsOf(copy: string): string[] {
  const listed = gitIn(copy, 'cat-file', '--batch-all-objects', '--batch-check', '--unordered')
  const objects = listed
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  expect(objects.length).toBeGreaterThan(3)
  return [
    ...objects.map(([id = '', type = '']) =>
      type === 'tree' ? gitIn(copy, 'ls-tree', id) : gitIn(copy, 'cat-file', type, id),
    ),
    ...filesIn(join(copy, '.git')).flatMap((path) => {
      const bytes = readFileSync(path)
      const isLoose = /objects\/[0-9a-f]{2}\//.test(path)
      return [path, isLoose ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')]
    }),
  ]
}

test('the answer is in no object and no file of the copy', async () => {
  const made = makeClone()
  // The search finds what is there.
  expect(gitIn(made.clone, 'cat-file', 'blob', `${made.fix}:src/a.txt`)).toContain(ANSWER)
  const copy = await copyOf(made)
  const newer = made
    .git(...REAL, '--all', '--reflog', '--not', made.base)
    .trim()
    .split('\n')
  expect(newer.length).toBeGreaterThan(4)
  for (const text of textsOf(copy)) {
    expect(text).not.toContain(ANSWER)
    for (const id of newer) expect(text).not.toContain(id)
  }
  for (const id of newer) expect(() => gitIn(copy, 'cat-file', '-e', id)).toThrow()
  const reachable = made.git(...REAL, '--objects', '--no-object-names', made.base)
  const kept = gitIn(copy, 'cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
  expect(kept.trim().split('\n').sort()).toEqual(reachable.trim().split('\n').sort())
})

test('the copy has one branch, and no tag, remote, stash, note, reflog, hook or other repository', async () => {
  const made = makeClone()
  const copy = await copyOf(made)
  expect(gitIn(copy, 'for-each-ref', '--format=%(refname) %(objectname)')).toBe(
    `refs/heads/main ${made.base}\n`,
  )
  expect(gitIn(copy, 'log', '--all', '--reflog', '--format=%s').trim().split('\n')).toEqual([
    'Write src/a.txt',
    'Write src/a.txt',
  ])
  expect(gitIn(copy, 'remote', '-v')).toBe('')
  const names = filesIn(join(copy, '.git')).map((path) => path.slice(copy.length + 1))
  const expected =
    /^\.git\/(HEAD|config|info\/attributes|refs\/heads\/main|objects\/pack\/pack-[0-9a-f]+\.(pack|idx|rev))$/
  expect(names.filter((name) => !expected.test(name))).toEqual([])
  expect(readdirSync(copy).sort()).toEqual(['.git', '.github'])
  expect(readFileSync(join(copy, '.github/prentice.yml'), 'utf8')).toBe('checks: [npm test]\n')
})

test('the agent gets its answer neither from git_show nor from git_log', async () => {
  const made = makeClone()
  const copy = await copyOf(made)
  const history = givenHistory(async (args) => {
    try {
      return { code: 0, stdout: gitIn(copy, ...args), stderr: '', cut: false }
    } catch {
      return { code: 128, stdout: '', stderr: 'not here', cut: false }
    }
  })
  expect(await history.show({ commit: made.fix })).toMatchObject({ ok: false })
  expect((await history.show({ commit: made.base })).text).toContain('two')
  expect((await history.log({})).text).not.toContain(made.fix.slice(0, 7))
})

test('a shallow clone stays shallow, and names no commit that is not there', async () => {
  const made = makeClone()
  const { folder, clone } = made
  gitIn(
    folder,
    'clone',
    '--quiet',
    '--depth=3',
    '--no-single-branch',
    `file://${clone}`,
    join(folder, 'shallow'),
  )
  const shallow = readFileSync(join(folder, 'shallow/.git/shallow'), 'utf8').trim().split('\n')
  const copy = await copyOf({ ...made, clone: join(folder, 'shallow') })
  gitIn(copy, 'fsck', '--strict')
  const named = readFileSync(join(copy, '.git/shallow'), 'utf8').trim().split('\n')
  expect(shallow).toEqual(expect.arrayContaining(named))
  for (const id of named) expect(gitIn(copy, 'cat-file', '-t', id)).toBe('commit\n')
  for (const text of textsOf(copy)) expect(text).not.toContain(ANSWER)
})

test('commands see no repository whose objects the clone shares, and none of its work trees', async () => {
  const { clone, folder, git } = makeClone()
  const [shared, chained, linked, bare] = ['shared', 'chained', 'linked', 'bare'].map((name) =>
    join(folder, name),
  ) as [string, string, string, string]
  cpSync(shared, chained, { recursive: true })
  gitIn(folder, 'clone', '--quiet', '--bare', shared, bare)
  mkdirSync(join(folder, 'objects'))
  const alternates = ['../../../chained/.git/objects', join(bare, 'objects'), join(folder, 'objects')]
  writeFileSync(join(shared, '.git/objects/info/alternates'), `${alternates.join('\n')}\n`)
  git('worktree', 'add', '--quiet', '--detach', linked)
  const found = await listFoldersOfObjects(join(clone, '.git/objects'))
  const repositories = [clone, shared, chained].flatMap((at) => [
    at,
    join(at, '.git'),
    join(at, '.git/objects'),
  ])
  const expected = [...repositories, linked, bare, join(bare, 'objects'), join(folder, 'objects')]
  expect(found.toSorted()).toEqual(expected.toSorted())
})
