import { createHash } from 'node:crypto'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { git, scene, temporaryDirectory } from '../github-scene.ts'

/** Every file with its content and mtime. */
const fingerprint = async (directory: string): Promise<string[]> => {
  const files = await readdir(directory, { recursive: true })
  const lines = files.map(async (file) => {
    const path = join(directory, file)
    const facts = await stat(path)
    if (facts.isDirectory()) return `${file} ${facts.mode}`
    return `${file} ${facts.mode} ${facts.mtimeMs} ${facts.nlink} ${createHash('sha256')
      .update(await readFile(path))
      .digest('hex')}`
  })
  return (await Promise.all(lines)).sort()
}

test('pushes to the copy do not change the source repository', async () => {
  const source = await temporaryDirectory()
  await git(source, null, 'init', '--quiet', '--initial-branch', 'trunk')
  await writeFile(join(source, 'a.txt'), 'one\n')
  await git(source, null, 'add', '.')
  await git(source, null, 'commit', '--quiet', '-m', 'One')
  await git(source, null, 'branch', 'side')
  const before = await fingerprint(source)

  const { github } = await scene()
  const made = await github.createRepository({ owner: 'acme', name: 'copy', from: source })
  expect(made.defaultBranch).toBe('trunk')
  const commit = {
    owner: 'acme',
    name: 'copy',
    branch: 'trunk',
    path: 'a.txt',
    text: 'two\n',
    message: 'Two',
  }
  await github.commitFile(commit)
  const token = github.createUserToken({ login: 'octo-admin', permission: 'write' })
  const work = await temporaryDirectory()
  await git(work, token, 'clone', '--quiet', `${github.serverUrl}/acme/copy.git`, 'work')
  expect(await git(`${work}/work`, token, 'push', 'origin', ':side', 'HEAD:refs/heads/new')).toMatchObject({
    ok: true,
  })

  expect(await fingerprint(source)).toEqual(before)
})
