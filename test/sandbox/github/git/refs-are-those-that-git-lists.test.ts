import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { listRefs } from '../../../../sandbox/github/git/list-refs.ts'
import { realGit } from '../../../support/action/real-git.ts'

test('branches and tags: loose, packed, packed and moved since, deleted, nested, annotated and locked', async () => {
  const gitDirectory = mkdtempSync(join(tmpdir(), 'prentice-refs-'))
  onTestFinished(() => rmSync(gitDirectory, { recursive: true, force: true }))
  const run = realGit(gitDirectory)
  const git = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run([
      ...['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '--git-dir', gitDirectory, ...args],
    ])
    if (code !== 0) throw new Error(stderr)
    return stdout.trim()
  }
  await git('init', '-q', '--bare', '-b', 'main')
  expect(await listRefs({ gitDirectory })).toEqual(new Map())

  const tree = await git('hash-object', '-t', 'tree', '-w', '/dev/null')
  const first = await git('commit-tree', '-m', 'First', tree)
  const second = await git('commit-tree', '-m', 'Second', '-p', first, tree)
  for (const name of ['main', 'packed', 'moved', 'gone', 'deep/er/branch']) await git('branch', name, first)
  await git('tag', 'v1', first)
  await git('tag', '-a', '-m', 'One', 'v1.0', first)
  await git('pack-refs', '--all')
  await git('branch', '-f', 'moved', second)
  await git('branch', '-D', 'gone')
  await git('branch', 'loose/é', second)
  await git('update-ref', 'refs/pull/1/head', second)
  writeFileSync(join(gitDirectory, 'refs/heads/main.lock'), `${second}\n`)

  const listed = await git('for-each-ref', '--format=%(refname) %(objectname)', 'refs/heads', 'refs/tags')
  const found = [...(await listRefs({ gitDirectory }))].map(([name, id]) => `${name} ${id}`)
  expect(found).toEqual(listed.split('\n'))
  expect(found).toHaveLength(7)
})
