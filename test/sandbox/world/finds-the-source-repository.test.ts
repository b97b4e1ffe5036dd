import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { findSource, repositoryName } from '../../../sandbox/world/find-source.ts'

let directory: string
let repository: string

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.test', ...args], {
    cwd,
    encoding: 'utf8',
  }).trim()

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'source-test-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  repository = join(directory, 'my project')
  await mkdir(join(repository, 'inner'), { recursive: true })
  git(repository, 'init', '--quiet', '--initial-branch', 'trunk')
})

const commit = () => git(repository, 'commit', '--quiet', '--allow-empty', '-m', 'First')

test('a checkout is taken from where it is, from within too', async () => {
  commit()
  const source = { path: repository, name: 'my-project' }
  expect(await findSource(repository, directory)).toEqual(source)
  expect(await findSource(join(repository, 'inner'), directory)).toEqual(source)
})

test('a bare repository is taken as it is', async () => {
  commit()
  const bare = join(directory, 'bare.git')
  git(directory, 'clone', '--quiet', '--bare', repository, bare)
  expect(await findSource(bare, directory)).toEqual({ path: bare, name: 'bare' })
})

test('a checkout on no branch is copied and put on one', async () => {
  commit()
  git(repository, 'checkout', '--quiet', '--detach')
  const source = await findSource(repository, directory)
  expect(source.name).toBe('my-project')
  expect(git(source.path, 'symbolic-ref', 'HEAD')).toBe('refs/heads/main')
  expect(git(source.path, 'rev-parse', 'HEAD')).toBe(git(repository, 'rev-parse', 'HEAD'))
})

test('what is no repository, or an empty one, is refused by name', async () => {
  await expect(findSource(join(directory, 'nothing'), directory)).rejects.toThrow(
    'nothing is not a git repository',
  )
  await expect(findSource(repository, directory)).rejects.toThrow('has no commit')
})

test.each([
  ['/home/a/naïve app!', 'na-ve-app-'],
  ['/srv/tool.git', 'tool'],
  ['/', 'repository'],
  ['/..', 'repository'],
])('%s becomes %s', (path, name) => {
  expect(repositoryName(path)).toBe(name)
})
