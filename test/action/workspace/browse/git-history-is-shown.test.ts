import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openGitHistory } from '../../../../src/action/workspace/browse/git-history.ts'
import { realGit } from '../../../support/action/real-git.ts'
import { makeWorkTree } from '../../../support/action/work-tree.ts'

const WHO = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org']

async function given() {
  const tree = await makeWorkTree({ 'a.txt': 'one\n', 'docs/b c.md': 'b\n' })
  const commit = async (subject: string) => {
    await tree.git(['add', '-A'])
    await tree.git([...WHO, 'commit', '-q', '-m', subject])
    return (await tree.git(['rev-parse', 'HEAD'])).stdout.trim()
  }
  const first = await commit('begin')
  await writeFile(join(tree.root, 'a.txt'), 'two\n')
  const start = await commit('count on')
  let fetched = 0
  const history = openGitHistory({
    git: tree.git,
    readBlob: async () => null,
    findCharset: async () => null,
    start,
    async writeTree() {
      await tree.git(['add', '-A'])
      return (await tree.git(['write-tree'])).stdout.trim()
    },
    async deepen() {
      fetched += 1
      return true
    },
  })
  return { tree, first, start, history, fetched: () => fetched }
}

it('lists the commits of all or of one path, and fetches older ones once', async () => {
  const { tree, first, start, history, fetched } = await given()
  await using _ = tree
  const day = /\d{4}-\d\d-\d\d/
  const all = await history.log({})
  expect(all.text.replaceAll(new RegExp(day, 'g'), 'DAY')).toBe(
    `${start.slice(0, 7)} DAY Ada: count on\n${first.slice(0, 7)} DAY Ada: begin`,
  )
  expect((await history.log({ path: 'docs/b c.md' })).text).toMatch(/^\w+ \S+ Ada: begin$/)
  expect((await history.log({ count: 1 })).text.split('\n')).toHaveLength(1)
  expect((await history.log({ path: 'gone.txt' })).text).toContain('No commit changed gone.txt')
  expect(fetched()).toBe(1)
})

it('shows a commit with its changes, and names an unknown one', async () => {
  const { tree, first, start, history } = await given()
  await using _ = tree
  const { text } = await history.show({ commit: start.slice(0, 8) })
  expect(text).toContain(`${start}\nAda, `)
  expect(text).toContain('-one\n+two')
  expect((await history.show({ commit: first, path: 'docs' })).text).not.toContain('a.txt')
  expect(await history.show({ commit: 'deadbeef' })).toMatchObject({ ok: false })
  expect(await history.show({ commit: '--output=/tmp/x' })).toMatchObject({ ok: false })
})

it('shows the changes so far, new files included', async () => {
  const { tree, history } = await given()
  await using _ = tree
  expect((await history.diff({})).text).toBe('Nothing is changed so far.')
  await writeFile(join(tree.root, 'a.txt'), 'three\n')
  await writeFile(join(tree.root, 'new.txt'), 'new\n')
  expect((await history.diff({})).text).toContain('2 files changed')
  const { text } = await history.diff({ path: 'a.txt' })
  expect(text).toContain('-two\n+three')
  expect(text).not.toContain('new.txt')
})

it('runs nothing that the repository names', async () => {
  const { tree, start, history } = await given()
  await using _ = tree
  const mark = join(tree.outside, 'ran')
  await writeFile(join(tree.root, '.gitattributes'), '*.txt diff=evil\n')
  const git = realGit(tree.root)
  for (const name of [
    'diff.evil.command',
    'diff.evil.textconv',
    'diff.external',
    'core.pager',
    'gpg.program',
  ]) {
    await git(['config', name, `touch ${mark};`])
  }
  await git(['config', 'log.showSignature', 'true'])
  await writeFile(join(tree.root, 'a.txt'), 'three\n')
  await history.log({})
  await history.show({ commit: start })
  await history.diff({})
  const { text } = await history.diff({ path: 'a.txt' })
  expect(text).toContain('+three')
  await expect(access(mark)).rejects.toThrow('ENOENT')
})

it.each(['../x', '/etc', '.git/config'])('is closed for %s', async (path) => {
  const { tree, start, history } = await given()
  await using _ = tree
  for (const answer of [
    history.log({ path }),
    history.show({ commit: start, path }),
    history.diff({ path }),
  ]) {
    expect(await answer).toMatchObject({ ok: false })
  }
})

it('reports a failed comparison instead of "nothing is changed"', async () => {
  const { tree, history } = await given()
  await using _ = tree
  await rm(join(tree.root, '.git', 'objects'), { recursive: true })
  expect((await history.diff({})).ok).toBe(false)
})
