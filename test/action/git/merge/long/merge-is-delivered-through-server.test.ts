import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fetchStart } from '../../../../../src/action/git/checkout/checkout.ts'
import { mergeBaseIntoBranch } from '../../../../../src/action/git/merge/merge-base-into-branch.ts'
import { publishWith } from '../../../../../src/action/git/push/publish.ts'
import {
  type CommitMerge,
  deliverThroughServer,
} from '../../../../../src/action/github/commit-through-server.ts'
import type { MergeRequest } from '../../../../../src/contract/runner-protocol/publish.ts'
import { commit as commitFile, pick, scene } from '../../../../sandbox/github/github-scene.ts'

const BRANCH = 'prentice/x1'
const AUTHOR = { name: 'prentice[bot]', email: '7+prentice[bot]@users.noreply.github.com' }
const CI = '.github/workflows/ci.yml'
const GIT = '/repos/acme/widgets/git'

/** A merge without conflicts, whose base changes a workflow file, a link and a binary file. */
async function openCase() {
  const on = await scene()
  on.github.createAccount({ login: 'ann', type: 'User' })
  const person = on.github.createUserToken({ login: 'ann', permission: 'write' })
  const post = async (path: string, body: object) =>
    String(pick((await on.call('POST', `${GIT}/${path}`, person, body)).body, 'sha'))
  const move = (branch: string, sha: string) =>
    on.call('PATCH', `${GIT}/refs/heads/${branch}`, person, { sha, force: false })
  const head = await commitFile(on.github, 'mine.md', 'mine\n', BRANCH)
  const before = await commitFile(on.github, CI, 'on: push\n')
  const blob = await post('blobs', {
    content: Buffer.from([0, 255, 1]).toString('base64'),
    encoding: 'base64',
  })
  const tree = await post('trees', {
    base_tree: before,
    tree: [
      { path: 'link', mode: '120000', type: 'blob', content: 'README.md' },
      { path: 'image.bin', mode: '100644', type: 'blob', sha: blob },
    ],
  })
  const base = await post('commits', { message: 'Add', tree, parents: [before] })
  await move('main', base)

  const [workspace = '', scratch = ''] = ['work', 'scratch'].map((name) => join(on.directory, name))
  for (const folder of [workspace, scratch]) mkdirSync(folder)
  const place = { token: on.token, base: 'main', branch: BRANCH, pause: async () => undefined }
  const remote = `${on.github.serverUrl}/acme/widgets.git`
  const environment = { PATH: process.env.PATH }
  const fetched = await fetchStart({ ...place, workspace, scratch, remote, environment })
  if (!fetched.ok) throw new Error(fetched.reason.message)
  const { repository, baseSha } = fetched
  const merged = await mergeBaseIntoBranch({
    ...{ ...place, repository, baseSha, branchHead: head, author: AUTHOR, serverMergesWorkflows: true },
    rules: { allowedPaths: [], unprotectedPaths: ['/.github/'], protectedPaths: [] },
  })
  if (merged.kind !== 'merged') throw new Error(JSON.stringify(merged))

  const requests: MergeRequest[] = []
  /** What the server does: GitHub takes the workflow file from it only. */
  const commitAsServer: CommitMerge = async ({
    head: from,
    base: other,
    tree: uploaded,
    result,
    message,
  }) => {
    const entry = { path: CI, mode: '100644', type: 'blob', content: 'on: push\n' }
    const made = await post('trees', { base_tree: uploaded, tree: [entry] })
    if (made !== result) throw new Error(`the runner named ${result}, and the server made ${made}`)
    const sha = await post('commits', { message, tree: made, parents: [from, other] })
    await move(BRANCH, sha)
    return { outcome: 'committed', headSha: sha }
  }
  const publish = (answers: CommitMerge[]) => {
    const commitMerge: CommitMerge = (request) => {
      requests.push(request)
      return (answers.shift() ?? commitAsServer)(request)
    }
    const { tree: whole, parents } = merged.merge
    const common = { ...place, repository, tree: whole, parents, message: 'Merge', author: AUTHOR }
    const api = { apiUrl: on.github.apiUrl, owner: 'acme', name: 'widgets', now: Date.now, deadline: 0 }
    const deliver = deliverThroughServer({ ...common, ...api, onWait() {}, commitMerge })
    return publishWith({ ...common, baseSha: base, branchHead: head }, deliver)
  }
  return { ...on, repository, head, base, publish, requests }
}

test('the server gets a tree without the workflow files, in which nothing else is missing', async () => {
  const { publish, requests, head, base, repository } = await openCase()
  const published = await publish([])
  const headSha = published.ok ? published.headSha : ''
  expect(requests).toMatchObject([{ head, base, message: 'Merge' }])
  const { stdout } = await repository.git(['ls-tree', '-r', headSha])
  expect(stdout.replace(/ [0-9a-f]{40}\t/g, ' ')).toContain(
    '100644 blob image.bin\n120000 blob link\n100644 blob mine.md\n',
  )
  expect(stdout).toContain(CI)
})

test('a branch that has moved is merged on its new head, once', async () => {
  const { publish, requests, github, head, base, repository } = await openCase()
  let theirs = ''
  const published = await publish([
    async () => {
      theirs = await commitFile(github, 'theirs.md', 'theirs\n', BRANCH)
      return { outcome: 'moved' }
    },
  ])
  const headSha = published.ok ? published.headSha : ''
  expect(requests).toMatchObject([
    { head, base },
    { head: theirs, base },
  ])
  expect((await repository.git(['show', `${headSha}:theirs.md`])).stdout).toBe('theirs\n')
})

test('the request is repeated while the API of GitHub is behind git, and no longer', async () => {
  const late = await openCase()
  expect(await late.publish([async () => ({ outcome: 'moved' })])).toMatchObject({ ok: true })
  expect(late.requests).toHaveLength(2)

  const never = await openCase()
  const answers = Array.from({ length: 5 }, () => async () => ({ outcome: 'moved' }) as const)
  expect(await never.publish(answers)).toMatchObject({ ok: false, reason: { code: 'push-refused' } })
  expect(never.requests).toHaveLength(5)
})
