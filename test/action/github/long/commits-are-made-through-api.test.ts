import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Checkout } from '../../../../src/action/git/checkout/checkout.ts'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { createPushMaker } from '../../../../src/action/git/push/commit-maker.ts'
import { publish } from '../../../../src/action/git/push/publish.ts'
import { createApiMaker } from '../../../../src/action/github/commit-through-api.ts'
import { commit as commitFile, pick, scene } from '../../../sandbox/github/github-scene.ts'
import { checkOut, prepared } from '../../git/given-remote.ts'

const BRANCH = 'prentice/x1'
const AUTHOR = { name: 'prentice[bot]', email: '7+prentice[bot]@users.noreply.github.com' }
const MESSAGE = 'Change files\n\nFor the test.\n'

/** A checkout of the sandbox's repository, with changes of every kind in its work tree. */
async function openCase(committed: Readonly<Record<string, string>> = {}) {
  const on = await scene()
  for (const [path, text] of Object.entries(committed)) await commitFile(on.github, path, text)
  await commitFile(on.github, 'run.sh', '#!/bin/sh\n')
  await commitFile(on.github, 'old.txt', 'old\n')
  const [workspace, scratch] = ['work', 'scratch'].map((name) => join(on.directory, name))
  if (workspace === undefined || scratch === undefined) throw new Error('no folders')
  for (const folder of [workspace, scratch]) mkdirSync(folder)
  const checkout: Checkout = prepared(
    await checkOut({
      ...{ workspace, scratch, token: on.token, base: 'main', branch: BRANCH },
      remote: `${on.github.serverUrl}/acme/widgets.git`,
      environment: { PATH: process.env.PATH },
    }),
  )
  writeFileSync(join(workspace, 'README.md'), 'hello, wörld\r\n')
  writeFileSync(join(workspace, 'image.bin'), Buffer.from([0, 255, 1, 254]))
  writeFileSync(join(workspace, 'marked.txt'), '\ufeffwith a mark\n')
  chmodSync(join(workspace, 'run.sh'), 0o755)
  mkdirSync(join(workspace, 'deep/er'), { recursive: true })
  writeFileSync(join(workspace, 'deep/er/new.txt'), 'new\n')
  rmSync(join(workspace, 'old.txt'))
  const { tree } = await readChanges(checkout)
  const { repository, startSha, baseSha, branchHead } = checkout
  const target = { base: 'main', baseSha, branch: BRANCH, branchHead }
  const common = { ...target, repository, token: on.token, author: AUTHOR, tree }
  const input = { ...common, parents: [startSha], message: MESSAGE, pause: async () => undefined }
  const api = createApiMaker({
    ...{ apiUrl: on.github.apiUrl, owner: 'acme', name: 'widgets', repository, token: on.token },
    ...{ branch: BRANCH, now: Date.now, deadline: 0, onWait() {}, pause: async () => undefined },
  })
  const push = createPushMaker(common)
  const branch = async () => (await on.call('GET', `/repos/acme/widgets/branches/${BRANCH}`, on.token)).body
  /** As GitHub has them: the history of the checkout is shallow. */
  const parents = async () => {
    const named = pick(await branch(), 'commit', 'parents')
    return Array.isArray(named) ? named.map((parent: unknown) => pick(parent, 'sha')) : []
  }
  return { ...on, workspace, checkout, tree, input, api, push, branch, parents }
}

test('the commit has the judged tree, byte for byte, and is verified', async () => {
  const { checkout, tree, input, api, branch, parents } = await openCase()
  const published = await publish({ ...input, maker: api })
  expect(published).toEqual({ ok: true, headSha: expect.stringMatching(/^[0-9a-f]{40}$/) })
  const { git } = checkout.repository
  const headSha = published.ok ? published.headSha : ''
  expect((await git(['rev-parse', `${headSha}^{tree}`])).stdout.trim()).toBe(tree)
  expect(await parents()).toEqual([checkout.startSha])
  const { message, author, verification } = Object(pick(await branch(), 'commit', 'commit'))
  expect([message, author.name]).toEqual([MESSAGE.trim(), 'prentice[bot]'])
  expect(verification).toMatchObject({ verified: true, reason: 'valid' })
})

test.each(['ruleset', 'branch-protection'] as const)('a %s that requires signatures', async (rule) => {
  const { github, input, api, push, branch } = await openCase()
  github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: rule })
  expect(await publish({ ...input, maker: push })).toMatchObject({
    ok: false,
    needsSignature: true,
    reason: {
      code: 'push-refused',
      message: expect.stringContaining('Commits must have verified signatures'),
    },
  })
  const published = await publish({ ...input, maker: api })
  expect(published.ok).toBe(true)
  expect(pick(await branch(), 'commit', 'sha')).toBe(published.ok && published.headSha)
})

test('a commit may have two parents', async () => {
  const { checkout, github, input, api, parents, token } = await openCase()
  const other = await commitFile(github, 'other.md', 'other\n', 'other')
  await checkout.repository.withToken(token)(['fetch', '--depth=1', checkout.repository.remote, other])
  const published = await publish({ ...input, maker: api, parents: [checkout.startSha, other] })
  expect(published.ok).toBe(true)
  expect(await parents()).toEqual([checkout.startSha, other])
})

test('a branch that somebody created meanwhile is rebased on, and not overwritten', async () => {
  const { checkout, github, input, api, parents } = await openCase()
  const theirs = await commitFile(github, 'theirs.md', 'theirs\n', BRANCH)
  const published = await publish({ ...input, maker: api })
  expect(published).toMatchObject({ ok: true })
  const { git } = checkout.repository
  const head = published.ok ? published.headSha : ''
  expect(await parents()).toEqual([theirs])
  expect((await git(['show', `${head}:theirs.md`])).stdout).toBe('theirs\n')
  expect((await git(['show', `${head}:deep/er/new.txt`])).stdout).toBe('new\n')
})

test('an unsigned commit is not published', async () => {
  const { github, checkout, input, branch } = await openCase()
  github.createAccount({ login: 'ann', type: 'User' })
  const token = github.createUserToken({ login: 'ann', permission: 'write' })
  const maker = createApiMaker({
    ...{ apiUrl: github.apiUrl, owner: 'acme', name: 'widgets', repository: checkout.repository, token },
    ...{ branch: BRANCH, now: Date.now, deadline: 0, onWait() {} },
  })
  expect(await publish({ ...input, maker })).toMatchObject({
    ok: false,
    reason: { message: expect.stringContaining('GitHub did not sign the commit (unsigned)') },
  })
  expect(pick(await branch(), 'message')).toBe('Not Found')
})

test('the runner has the commit even if the response about the new branch was lost', async () => {
  const { checkout, github, input, api } = await openCase()
  github.failNext(/^POST \/repos\/acme\/widgets\/git\/refs/, 'drop-after')
  const published = await publish({ ...input, maker: api })
  expect(published).toMatchObject({ ok: true })
  const head = published.ok ? published.headSha : ''
  expect((await checkout.repository.git(['cat-file', '-t', head])).stdout).toBe('commit\n')
})

test('a file that GitHub already has is not sent again, however large it is', async () => {
  const text = 'A line of a large file.\n'.repeat(1_500_000)
  const { checkout, workspace, input, api } = await openCase({ 'large.txt': text })
  renameSync(join(workspace, 'large.txt'), join(workspace, 'moved.txt'))
  const { tree } = await readChanges(checkout)
  const published = await publish({ ...input, tree, maker: api })
  expect(published).toMatchObject({ ok: true })
})
