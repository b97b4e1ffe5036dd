import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { givenRemote } from '../given-remote.ts'

test('a branch named like the folder of the working branch ends the run before the work', async () => {
  const { commit, prepare, workspace } = await givenRemote({ 'a.txt': 'a\n' })
  commit('prentice', { 'b.txt': 'b\n' }, 'main')
  const preparation = await prepare()
  expect(preparation).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
  expect(!preparation.ok && preparation.reason.message).toBe(
    'The work cannot be pushed: the branch prentice exists, so a branch prentice/abc cannot be created; rename or delete prentice. After that is fixed, retry the job (`POST …/retry`).',
  )
  expect(readdirSync(workspace)).toEqual([])
})

test('a conflicting branch name is found at any level', async () => {
  const { commit, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  commit('x/y', { 'b.txt': 'b\n' }, 'main')
  expect(await prepare({ branch: 'x/y/z/w' })).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
  expect(await prepare({ branch: 'x/z' })).toMatchObject({ ok: true })
})

test('a branch whose name only ends the same is no conflict', async () => {
  const { commit, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  commit('feature/prentice', { 'b.txt': 'b\n' }, 'main')
  expect(await prepare()).toMatchObject({ ok: true, branchHead: null })
})
