import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { findGitFolders, isInGitFolder } from '../../../../src/action/git/policy/find-git-folders.ts'
import { openSecrets } from '../../../../src/action/secrets/secrets.ts'
import { judgeChange } from '../../../../src/action/stages/plan.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { givenRemote, prepared } from '../given-remote.ts'

const RULES = { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 10, maxBytes: 1000 }
const HEAD = 'ref: refs/heads/main\n'
const CONFIG =
  '[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = "touch witness"\n'
const BARE = { 'x/HEAD': HEAD, 'x/objects/a': '', 'x/refs/a': '', 'x/config': CONFIG }

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

test.each([
  ['all that git asks for', BARE, true],
  [
    'objects and refs elsewhere',
    { 'x/HEAD': HEAD, 'x/commondir': '../y', 'y/objects/a': '', 'y/refs/a': '' },
    true,
  ],
  ['no HEAD', { 'x/objects/a': '', 'x/refs/a': '', 'x/config': CONFIG }, false],
  ['no refs', { 'x/HEAD': HEAD, 'x/objects/a': '', 'x/config': CONFIG }, false],
  ['the names in other folders', { 'x/a/HEAD': HEAD, 'x/b/objects/a': '', 'x/refs/a': '' }, false],
])('a folder is a repository for this function if it is one for git: %s', async (_, files, isGit) => {
  const folder = await temporaryFolder()
  write(folder, files)
  const ask = () =>
    execFileSync('git', ['-C', join(folder, 'x'), 'rev-parse', '--git-dir'], {
      env: { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: folder },
      stdio: 'pipe',
    })
  // Absolute if its config names a work tree.
  if (isGit) expect(resolve(folder, 'x', String(ask()).trim())).toBe(await realpath(join(folder, 'x')))
  else expect(ask).toThrow('not a git repository')
  expect(findGitFolders(Object.keys(files)).has('x')).toBe(isGit)
})

test.each(['x/head', 'x/HEAD.', 'x/HE\u200bAD', 'x/Head '])(
  'every spelling that a file system treats as the same counts: %j',
  (head) => {
    const folders = findGitFolders(['a', head, 'x/Objects/a', 'X/REFS/a', 'HEAD', 'objects/a', 'refs/a'])
    expect([...folders]).toEqual(['x'])
    expect(
      ['X/config', 'x/hooks/a', 'y/x/config', 'config'].map((path) => isInGitFolder(folders, path)),
    ).toEqual([true, true, false, false])
  },
)

test('a change that makes a folder a repository is refused, and one that ends that is not', async () => {
  const { 'x/refs/a': refs, ...before } = BARE
  const given = await givenRemote({ 'a.txt': 'one\n', ...before })
  const checkout = prepared(await given.prepare())
  const judge = async () =>
    judgeChange(checkout, await readChanges(checkout), { rules: RULES, secrets: openSecrets([], () => {}) })
  write(given.workspace, { 'a.txt': 'two\n', 'x/other': '' })
  expect(await judge()).toMatchObject({ kind: 'publish' })
  write(given.workspace, { 'x/refs/a': refs })
  expect(await judge()).toMatchObject({
    kind: 'refuse',
    reason: { code: 'path-protected', message: expect.stringMatching(/x\/refs\/a.*part of a git directory/) },
  })
})
