import { expect, test } from 'vitest'
import type { Github, MergeWriter } from '../../../../../src/app/github/github.ts'
import { changeProject } from '../../runner/dispatched-run.ts'
import { mergeScene } from '../merge-scene.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

/** The port, with a writer of which a part is another. */
const writingWith =
  (change: (writer: MergeWriter) => Partial<MergeWriter>) =>
  (port: Github): Partial<Github> => ({
    withMergeWriter: (repository, work) =>
      port.withMergeWriter(repository, (writer) => work({ ...writer, ...change(writer) })),
  })

const refusal = (code: string, message: string) => ({
  name: 'GithubRefused',
  reason: { code, message: expect.stringContaining(message) },
})

test('only a commit with the tree and both parents of the merge counts as an earlier merge', async () => {
  const { startPublishing, commit, request, scene, post, branch, head, base, older, tip } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const others = {
    'another tree': { tree: asked.tree, parents: [head, base] },
    'one parent': { tree: asked.result, parents: [head] },
    'a third parent': { tree: asked.result, parents: [head, base, older] },
    'another head': { tree: asked.result, parents: [older, base] },
    'another base': { tree: asked.result, parents: [head, older] },
    'the parents in the other order': { tree: asked.result, parents: [base, head] },
  }
  const moveTo = (sha: string) =>
    scene.call('PATCH', `/repos/acme/widgets/git/refs/heads/${branch}`, { sha, force: true })
  for (const [name, other] of Object.entries(others)) {
    const sha = await post('commits', { message: 'by somebody', ...other })
    expect((await moveTo(sha)).status, name).toBe(200)
    expect(await commit(asked), name).toEqual({ kind: 'answered', answer: { outcome: 'moved' } })
    expect(await tip(), name).toBe(sha)
  }
  const same = await post('commits', { message: 'other words', tree: asked.result, parents: [head, base] })
  await moveTo(same)
  expect(await commit(asked)).toEqual({
    kind: 'answered',
    answer: { outcome: 'committed', headSha: same },
  })
})

test('a deleted branch counts as moved', async () => {
  const { startPublishing, commit, request, scene, branch, tip } = await mergeScene()
  await startPublishing()
  const asked = await request()
  await scene.call('DELETE', `/repos/acme/widgets/git/refs/heads/${branch}`)
  expect(await commit(asked)).toEqual({ kind: 'answered', answer: { outcome: 'moved' } })
  expect(await tip()).toBeNull()
})

test('the message of GitHub about a refused push is passed on', async () => {
  const over = writingWith(() => ({
    moveBranch: async () => ({ kind: 'refused', detail: 'v1.2 is protected.' }),
  }))
  const { startPublishing, commit, request } = await mergeScene({ over })
  await startPublishing()
  expect(await failureOf(commit(await request()))).toMatchObject({
    reason: {
      code: 'push-refused',
      message: expect.stringMatching(/GitHub refused it: v1\.2 is protected\.(?!\S)/),
    },
  })
})

test('a base branch that is gone is named', async () => {
  const { startPublishing, commit, request } = await mergeScene({
    over: (port) => ({
      readBranchHead: async (repository, branch) =>
        branch === 'main' ? null : port.readBranchHead(repository, branch),
    }),
  })
  await startPublishing()
  expect(await failureOf(commit(await request()))).toMatchObject(
    refusal('update-refused', 'its base main does not exist'),
  )
})

test('branches without a common commit are not merged', async () => {
  const { startPublishing, commit, request, tip, head } = await mergeScene({
    over: () => ({ findMergeBase: async () => null }),
  })
  await startPublishing()
  expect(await failureOf(commit(await request()))).toMatchObject(
    refusal('update-refused', 'the branches have no common commit'),
  )
  expect(await tip()).toBe(head)
})

test('a commit on top of the base that is not on its branch is not merged', async () => {
  const { startPublishing, commit, request, post, base, tip, head } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const fork = await post('commits', { message: 'of a fork', tree: asked.result, parents: [base] })
  expect(await failureOf(commit({ ...asked, base: fork }))).toMatchObject(
    refusal('update-refused', `commit ${fork} is not on main`),
  )
  expect(await tip()).toBe(head)
})

test('without the setting, a commit that GitHub did not sign is published', async () => {
  const over = writingWith((writer) => ({
    makeCommit: async (given) => ({ ...(await writer.makeCommit(given)), isSigned: false }),
  }))
  const { startPublishing, commit, request } = await mergeScene({ over })
  await startPublishing()
  expect(await commit(await request())).toMatchObject({ answer: { outcome: 'committed' } })
})

test('with the setting, a commit that GitHub signed is published', async () => {
  const { startPublishing, commit, request } = await mergeScene({ settings: 'signed-commits: true\n' })
  await startPublishing()
  expect(await commit(await request())).toMatchObject({ answer: { outcome: 'committed' } })
})

test('nothing is merged after the App was uninstalled', async () => {
  const { startPublishing, commit, request, world, tip, head } = await mergeScene()
  await startPublishing()
  const asked = await request()
  await changeProject(world, { installationId: null })
  expect(await failureOf(commit(asked))).toMatchObject({
    name: 'GithubRefused',
    reason: { code: 'app-uninstalled' },
  })
  expect(await tip()).toBe(head)
})
