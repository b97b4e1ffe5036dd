import { expect, test } from 'vitest'
import { cancelJob } from '../../../../../src/app/jobs/cancel-job.ts'
import { A_TEST } from '../../../../support/app/actors.ts'
import { OTHER } from '../../runner/dispatched-run.ts'
import { CI, deletion, mergeScene, NEW } from '../merge-scene.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('a hostile runner adds no workflow file, and chooses neither parents nor workflow files', async () => {
  const { startPublishing, commit, request, makeTree, post, scene, tip, head, older } = await mergeScene()
  // The base moves on after the claim.
  await scene.commit('widgets', 'b.txt', 'later\n')
  await startPublishing()
  const honest = await request()
  const evil = {
    path: '.github/workflows/evil.yml',
    mode: '100644',
    type: 'blob',
    content: 'on: push # evil\n',
  }
  const withEvil = await makeTree(honest.tree, evil)
  const orphan = await post('commits', { message: 'x', tree: withEvil, parents: [head] })
  const attempts: Record<string, Partial<typeof honest>> = {
    'a workflow file in both trees': { tree: withEvil, result: await makeTree(honest.result, evil) },
    'a workflow file in the result': { result: await makeTree(honest.result, evil) },
    'a changed workflow file': { result: await makeTree(honest.result, { ...evil, path: CI }) },
    'the workflow files of the branch': { result: honest.tree },
    'a deleted workflow file': { result: await makeTree(honest.result, deletion(NEW)) },
    'a base that is not on the base branch': { base: orphan },
    'a base that is older than the claim': { base: older },
    'a base that does not exist': { base: 'f'.repeat(40) },
    'a result that is not that of the tree': { result: 'e'.repeat(40) },
  }
  for (const [name, attempt] of Object.entries(attempts)) {
    const failure = await failureOf(commit({ ...honest, ...attempt }))
    expect(failure, name).toMatchObject({ name: 'GithubRefused' })
    expect(await tip(), name).toBe(head)
  }
  // As a branch head, it is not that of the working branch.
  expect(await commit({ ...honest, head: orphan })).toMatchObject({ answer: { outcome: 'moved' } })
  expect(await tip()).toBe(head)
  // A workflow file that only the tree has is removed again.
  expect(await commit({ ...honest, tree: withEvil })).toMatchObject({ answer: { outcome: 'committed' } })
  const listed = await scene.call('GET', `/repos/acme/widgets/git/trees/${await tip()}?recursive=1`)
  expect(await listed.text()).not.toContain('evil')
})

test('if the claim did not record the base, only its current head is merged', async () => {
  const { startPublishing, commit, request, scene, base } = await mergeScene({ recordsBase: false })
  await startPublishing()
  const asked = await request()
  const moved = await scene.commit('widgets', 'b.txt', 'later\n')
  expect(await failureOf(commit(asked))).toMatchObject({
    reason: {
      code: 'update-refused',
      message: expect.stringContaining(`commit ${base} is not the head of main`),
    },
  })
  expect(await commit({ ...asked, base: moved })).toMatchObject({ answer: { outcome: 'committed' } })
})

test('a base that was force-pushed is named as the cause, and a retry is what helps', async () => {
  const { startPublishing, commit, request, scene, base, older, tip, head } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const forced = { sha: older, force: true }
  expect((await scene.call('PATCH', '/repos/acme/widgets/git/refs/heads/main', forced)).status).toBe(200)
  const outdated = {
    code: 'push-refused',
    message: expect.stringContaining(`main was force-pushed while the run worked, so the merge of ${base}`),
  }
  expect(await failureOf(commit(asked))).toMatchObject({ reason: outdated })
  // A commit on top of it does not make the claim's base part of the branch again.
  const moved = await scene.commit('widgets', 'b.txt', 'later\n')
  await scene.commit('widgets', 'c.txt', 'later still\n')
  expect(await failureOf(commit({ ...asked, base: moved }))).toMatchObject({
    reason: { code: 'push-refused' },
  })
  expect(await tip()).toBe(head)
})

test('only the runner of the run is served, and only while it publishes a merge', async () => {
  const { startPublishing, commit, request, world, key, tip, head } = await mergeScene()
  const asked = await request()
  expect(await commit(asked)).toMatchObject({ why: 'not-merging' })
  await startPublishing()
  expect(await commit(asked, OTHER)).toMatchObject({ why: 'wrong-secret' })
  await cancelJob(world, key, A_TEST)
  expect(await commit(asked)).toMatchObject({ why: 'run-ended' })
  expect(await tip()).toBe(head)
})
