import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenRemote } from '../given-remote.ts'

test.each([
  '.git',
  '.GIT',
  '.Git',
  'git~1',
  'GIT~1',
  '.git ',
  '.git.',
  '.g\u200cit',
  '.git::$INDEX_ALLOCATION',
])('a folder %j of a commit is not written', async (name) => {
  const given = await givenRemote({ 'a.txt': 'one\n' })
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', given.bare, ...args], { encoding: 'utf8', input }).trim()
  const blob = git(['hash-object', '-w', '--stdin'], '[core]\n\tfsmonitor = touch pwned\n')
  const folder = git(['mktree'], `100644 blob ${blob}\tconfig\n`)
  const root = git(['mktree', '-z'], `${git(['ls-tree', '-z', 'main'])}040000 tree ${folder}\t${name}\0`)
  const who = ['-c', 'user.name=E', '-c', 'user.email=e@evil.example']
  git(['update-ref', 'refs/heads/main', git([...who, 'commit-tree', '-m', 'evil', root])])
  mkdirSync(join(given.workspace, '.git'))
  writeFileSync(join(given.workspace, '.git/config'), 'as it was\n')

  await expect(given.prepare()).rejects.toThrow(/invalid path/)

  expect(readFileSync(join(given.workspace, '.git/config'), 'utf8')).toBe('as it was\n')
  expect(existsSync(join(given.workspace, name, 'config'))).toBe(name === '.git')
})
