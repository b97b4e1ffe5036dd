import { expect, test } from 'vitest'
import { diffAgainstBase } from '../../../../src/action/git/diff/diff-text.ts'
import { READ_TOKEN } from '../../../fakes/github/one-repository.ts'
import { givenRemote, prepared } from '../given-remote.ts'

const BRANCHES = { token: READ_TOKEN, base: 'main', branch: 'prentice/abc', pause: async () => undefined }

test('the diff is against where the branch began, not against what the base is now', async () => {
  const { commit, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  commit('prentice/abc', { 'a.txt': 'a\nby the agent\n' }, 'main')
  commit('prentice/abc', { 'b.txt': 'second turn\n' })
  commit('main', { 'later.txt': 'later\n' })
  const { repository } = prepared(await prepare())

  const { diff, against, cut } = await diffAgainstBase({ ...BRANCHES, repository })

  expect({ against, cut }).toEqual({ against: 'merge-base', cut: false })
  expect(diff).toContain('+by the agent')
  expect(diff).toContain('+second turn')
  expect(diff).not.toContain('later')
})

test('without a common ancestor the diff is against the base, with a note', async () => {
  const { commit, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  commit('prentice/abc', { 'b.txt': 'b\n' }, null)
  const { repository } = prepared(await prepare())
  const answer = await diffAgainstBase({ ...BRANCHES, repository, maxBytes: 20 })
  expect(answer).toMatchObject({ against: 'base', cut: true })
  expect(answer.diff).toHaveLength(20)
})

test('64 KiB of the diff are read', async () => {
  const { commit, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const diffOf = async (length: number) => {
    const branch = `prentice/${length}`
    commit(branch, { 'b.txt': 'x'.repeat(length) }, 'main')
    const { repository } = prepared(await prepare({ branch }))
    const { diff, cut } = await diffAgainstBase({ ...BRANCHES, branch, repository })
    return { length: diff.length, cut }
  }
  const most = 64 * 1024
  const around = (await diffOf(1000)).length - 1000
  expect(await diffOf(most - around)).toEqual({ length: most, cut: false })
  expect(await diffOf(most - around + 1)).toEqual({ length: most, cut: true })
})
