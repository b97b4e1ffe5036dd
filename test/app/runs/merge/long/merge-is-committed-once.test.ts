import { expect, test } from 'vitest'
import type { Github } from '../../../../../src/app/github/github.ts'
import { mergeScene } from '../merge-scene.ts'

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.catch((error: unknown) => error)

test('the merge has both parents, the files of the runner and the workflow files of git, and is signed', async () => {
  const { startPublishing, commit, request, tip, read, head, base } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const committed = await commit(asked)
  const sha = await tip()
  expect(committed).toEqual({ kind: 'answered', answer: { outcome: 'committed', headSha: sha } })
  expect(await read(sha ?? '')).toMatchObject({
    message: asked.message,
    tree: { sha: asked.result },
    parents: [{ sha: head }, { sha: base }],
    verification: { verified: true },
  })
})

test('the token is revoked, and asks for no more than the merge needs', async () => {
  const { startPublishing, commit, request, scene } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const before = scene.github.requests().length
  await commit(asked)
  const sent = scene.github.requests().slice(before)
  expect(sent.filter(({ path }) => /installation\/token|access_tokens/.test(path)).at(-1)).toMatchObject({
    method: 'DELETE',
  })
  expect(sent.length).toBeLessThanOrEqual(25)
})

test('a repeated request gets the same merge', async () => {
  const { startPublishing, commit, request, tip } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const first = await commit(asked)
  const sha = await tip()
  expect(await commit(asked)).toEqual(first)
  expect(await tip()).toBe(sha)
})

test('of two simultaneous requests, one merge becomes the head of the branch, and both responses name it', async () => {
  const { startPublishing, commit, request, tip } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const both = await Promise.all([commit(asked), commit(asked)])
  const answer = { outcome: 'committed', headSha: await tip() }
  expect(both).toEqual([1, 2].map(() => ({ kind: 'answered', answer })))
})

/** The port, with a writer that stops at one of its steps, before or after GitHub has done it. */
const stoppingAt = (step: 'makeTree' | 'makeCommit' | 'moveBranch', isDone: boolean) => {
  let stops = 1
  return (port: Github): Partial<Github> => ({
    withMergeWriter: (repository, work) =>
      port.withMergeWriter(repository, (writer) =>
        work({
          ...writer,
          async [step](...given: never[]) {
            const stop = stops-- > 0
            if (stop && !isDone) throw new Error('the server stops')
            const made: unknown = await Reflect.apply(writer[step], writer, given)
            if (stop) throw new Error('the server stops')
            return made as never
          },
        }),
      ),
  })
}

test.each(
  (['makeTree', 'makeCommit', 'moveBranch'] as const).flatMap((step) =>
    [false, true].map((isDone) => ({ step, isDone })),
  ),
)('a server that stops at $step (done: $isDone) leaves a request that can be repeated', async (at) => {
  const { startPublishing, commit, request, tip, read, head } = await mergeScene({
    over: stoppingAt(at.step, at.isDone),
  })
  await startPublishing()
  const asked = await request()
  await expect(commit(asked)).rejects.toThrow('the server stops')
  const isMoved = at.step === 'moveBranch' && at.isDone
  const before = await tip()
  expect(before === head).toBe(!isMoved)
  const answered = await commit(asked)
  const sha = await tip()
  expect(answered).toMatchObject({ answer: { outcome: 'committed', headSha: sha } })
  if (isMoved) expect(sha).toBe(before)
  expect((await read(sha ?? '')).parents).toHaveLength(2)
})

test('a branch that has moved is not overwritten, and the merge can be made on its new head', async () => {
  const { startPublishing, commit, request, scene, branch, tip } = await mergeScene()
  await startPublishing()
  const asked = await request()
  const moved = await scene.commit('widgets', 'b.txt', 'by somebody\n', branch)
  expect(await commit(asked)).toEqual({ kind: 'answered', answer: { outcome: 'moved' } })
  expect(await tip()).toBe(moved)
  const again = await commit(await request(moved))
  expect(again).toMatchObject({ answer: { outcome: 'committed' } })
})

test('a branch that moves while the merge is made is not overwritten', async () => {
  let move = async (): Promise<unknown> => undefined
  const { startPublishing, commit, request, scene, branch, tip } = await mergeScene({
    over: (port) => ({
      withMergeWriter: (repository, work) =>
        port.withMergeWriter(repository, (writer) =>
          work({
            ...writer,
            async moveBranch(...given) {
              await move()
              return writer.moveBranch(...given)
            },
          }),
        ),
    }),
  })
  await startPublishing()
  let theirs = ''
  move = async () => {
    theirs = await scene.commit('widgets', 'b.txt', 'by somebody\n', branch)
  }
  expect(await commit(await request())).toEqual({ kind: 'answered', answer: { outcome: 'moved' } })
  expect(await tip()).toBe(theirs)
})

test('without the permission, the refusal names it', async () => {
  const { startPublishing, commit, request, tip, head } = await mergeScene({ mayWriteWorkflows: false })
  await startPublishing()
  expect(await failureOf(commit(await request()))).toMatchObject({
    reason: {
      code: 'update-refused',
      message: expect.stringContaining(
        'main changes workflow files, and the GitHub App has no permission `workflows`',
      ),
    },
  })
  expect(await tip()).toBe(head)
})

test('if the settings want signed commits, an unsigned merge is not published', async () => {
  const { startPublishing, commit, request, tip, head } = await mergeScene({
    settings: 'signed-commits: true\n',
    over: (port) => ({
      withMergeWriter: (repository, work) =>
        port.withMergeWriter(repository, (writer) =>
          work({
            ...writer,
            makeCommit: async (given) => ({ ...(await writer.makeCommit(given)), isSigned: false }),
          }),
        ),
    }),
  })
  await startPublishing()
  expect(await failureOf(commit(await request()))).toMatchObject({
    reason: { code: 'push-refused', message: expect.stringContaining('GitHub did not sign the commit') },
  })
  expect(await tip()).toBe(head)
})
