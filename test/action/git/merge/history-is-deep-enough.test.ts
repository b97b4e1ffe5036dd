import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { givenRemote } from '../given-remote.ts'
import { BRANCH, mergeIn } from './given-merge.ts'

/** Many commits at the end of a branch, by one process. */
function grow(bare: string, branch: string, count: number): void {
  const commits = Array.from({ length: count }, (_, at) => {
    const text = `${branch} ${at}\n`
    const from = at === 0 ? `from refs/heads/${branch}^0\n` : ''
    return `commit refs/heads/${branch}\ncommitter A <a@b> ${1_700_000_000 + at} +0000\ndata 2\nx\n${from}M 100644 inline grown-${branch.replace('/', '-')}\ndata ${text.length}\n${text}\n`
  })
  execFileSync('git', ['--git-dir', bare, 'fast-import', '--quiet', '--force'], { input: commits.join('') })
}

test('branches that parted within a thousand commits are merged', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  given.commit(BRANCH, { 'b.txt': 'b\n' }, 'main')
  grow(given.bare, 'main', 150)
  expect((await mergeIn(given)).result).toMatchObject({ kind: 'merged', merge: { conflicts: [] } })
})

test('branches that parted earlier are refused', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  given.commit(BRANCH, { 'b.txt': 'b\n' }, 'main')
  grow(given.bare, 'main', 1_100)
  const { result } = await mergeIn(given)
  expect(result).toMatchObject({ kind: 'refused', reason: { code: 'update-refused' } })
  expect(result.kind === 'refused' && result.reason.message).toContain(
    'no common commit among their last 1,000 commits',
  )
})

test('branches without a common commit are refused', async () => {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  given.commit(BRANCH, { 'b.txt': 'b\n' }, null)
  expect((await mergeIn(given)).result).toMatchObject({ kind: 'refused' })
})

test('an old common commit is not taken for the newest one because history is cut off there', async () => {
  const given = await givenRemote({ 'a.txt': 'one\n' })
  const root = given.inBare('rev-parse', 'main')
  grow(given.bare, 'main', 40)
  const newest = given.commit('main', { 'a.txt': 'two\n' })
  // The branch begins at the newest commit, but reaches the root by a shorter path.
  given.commit(BRANCH, { 'a.txt': 'three\n' }, 'main')
  grow(given.bare, BRANCH, 110)
  const tree = given.inBare('rev-parse', `${BRANCH}^{tree}`)
  const merge = execFileSync(
    'git',
    [
      '--git-dir',
      given.bare,
      '-c',
      'user.name=a',
      '-c',
      'user.email=a@b',
      'commit-tree',
      tree,
      '-p',
      root,
      '-p',
      BRANCH,
      '-m',
      'm',
    ],
    { encoding: 'utf8' },
  ).trim()
  given.inBare('update-ref', `refs/heads/${BRANCH}`, merge)
  grow(given.bare, 'main', 40)
  expect(newest).not.toBe(root)
  // With the root as common ancestor, `a.txt` would conflict.
  expect((await mergeIn(given)).result).toMatchObject({ kind: 'merged', merge: { conflicts: [] } })
})
