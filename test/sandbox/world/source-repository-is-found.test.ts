import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { findSource, repositoryName } from '../../../sandbox/world/source/find-source.ts'

let directory: string
let repository: string

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim()

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'source-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  repository = join(directory, 'my project')
  await mkdir(join(repository, 'inner'), { recursive: true })
  git(repository, 'init', '--quiet', '--initial-branch', 'trunk')
})

const commit = () => git(repository, 'commit', '--quiet', '--allow-empty', '-m', 'First')

test('a checkout is found from its root and from a subfolder', async () => {
  commit()
  const source = { path: repository, name: 'my-project', uncommitted: 'none' }
  expect(await findSource(repository, directory)).toEqual(source)
  expect(await findSource(join(repository, 'inner'), directory)).toEqual(source)
})

test('a bare repository is used directly', async () => {
  commit()
  const bare = join(directory, 'bare.git')
  git(directory, 'clone', '--quiet', '--bare', repository, bare)
  expect(await findSource(bare, directory)).toEqual({ path: bare, name: 'bare', uncommitted: 'none' })
})

test('a checkout with a detached HEAD is copied and put on a branch', async () => {
  commit()
  git(repository, 'checkout', '--quiet', '--detach')
  const source = await findSource(repository, directory)
  expect(source.name).toBe('my-project')
  expect(git(source.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  expect(git(source.path, 'rev-parse', 'HEAD')).toBe(git(repository, 'rev-parse', 'HEAD'))
})

test.each([
  ['a new file', () => writeFile(join(repository, 'new.txt'), 'new')],
  [
    'a staged file',
    async () => {
      await writeFile(join(repository, 'new.txt'), 'new')
      git(repository, 'add', '-A')
    },
  ],
])('%s counts as uncommitted, and the index is not changed', async (_what, change) => {
  commit()
  git(repository, 'status')
  await change()
  const index = () => readFile(join(repository, '.git/index'), 'hex').catch(() => null)
  const before = await index()
  expect(await findSource(repository, directory)).toMatchObject({ uncommitted: 'changes' })
  expect(await index()).toBe(before)
})

test('a repository of another user is used, without running the programs that it configures', async () => {
  commit()
  const trace = join(directory, 'ran')
  git(repository, 'checkout', '--quiet', '--detach')
  git(repository, 'config', 'core.fsmonitor', `touch '${trace}'; false`)
  // git's own tests use this variable.
  vi.stubEnv('GIT_TEST_ASSUME_DIFFERENT_OWNER', '1')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(() => git(repository, 'status')).toThrow('dubious ownership')
  const source = await findSource(repository, directory)
  expect(source).toMatchObject({ name: 'my-project', uncommitted: 'unknown' })
  vi.unstubAllEnvs()
  expect(git(source.path, 'rev-parse', 'main')).toBe(git(repository, 'rev-parse', 'HEAD'))
  await expect(readFile(trace)).rejects.toThrow('ENOENT')
})

test('a path that cannot be used is refused by name', async () => {
  const file = join(directory, 'file.txt')
  await writeFile(file, '')
  await expect(findSource(join(directory, 'nothing'), directory)).rejects.toThrow('nothing does not exist')
  await expect(findSource(join(file, 'in'), directory)).rejects.toThrow('in does not exist')
  await expect(findSource(file, directory)).rejects.toThrow('file.txt is a file')
  await expect(findSource(directory, directory)).rejects.toThrow('is not a git repository: choose one with')
  await expect(findSource(repository, directory)).rejects.toThrow('has no commits')
  await writeFile(join(repository, '.git/config'), '[core]\n\trepositoryformatversion = 99\n')
  await expect(findSource(repository, directory)).rejects.toThrow(/git cannot read .*version/s)
})

test.each([
  ['/home/a/naïve app!', 'na-ve-app-'],
  ['/srv/tool.git', 'tool'],
  ['/', 'repository'],
  ['/..', 'repository'],
])('%s becomes %s', (path, name) => {
  expect(repositoryName(path)).toBe(name)
})
