import { expect, test } from 'vitest'
import type { Github } from '../../../../src/app/github/github.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import { readMessages } from '../../../../src/app/job-store/messages.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { findReviewed } from '../../../../src/app/runs/review/find-reviewed.ts'
import { verifyDelivery } from '../../../../src/app/runs/verify-delivery.ts'
import { SECRET, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const HEAD = 'b'.repeat(40)
const PULL: PullRequest = {
  ...{ number: 5, url: 'https://github.com/acme/docs/pull/5', state: 'open', merged: false, draft: false },
  ...{ headRepositoryId: 1234, headBranch: 'feature', headSha: HEAD, baseRepositoryId: 1234 },
  ...{ baseBranch: 'main', authorId: 9 },
}
const FILES = [{ path: 'a.ts', previousPath: null, status: 'added', patch: '@@ -0,0 +1 @@\n+x' }]
const FINDINGS = [{ path: 'a.ts', line: 1, text: 'Wrong.' }]

type Posted = Parameters<Github['createReview']>[2]

/** A run whose runner has reported a finding on pull request #5. */
async function reported(over: Partial<Github> = {}) {
  const posted: Posted[] = []
  const github = dispatchingGithub([], {
    readPullRequest: async () => PULL,
    findPullRequest: async () => PULL,
    listChangedFiles: async () => FILES,
    listOwnLineComments: async () => [],
    listOwnReviews: async () => posted.map(({ body }, at) => ({ id: 70 + at, body })),
    async createReview(_, __, review) {
      posted.push(review)
      return { kind: 'written', id: 69 + posted.length }
    },
    readBranchHead: async () => null,
    ...over,
  })
  const world = await useCases(github)
  const request = await world.workRequest()
  const wanted = { ref: 'feature', model: null, draft: null, mode: 'review' } as const
  const created = await createJob(world, { ...request, ...wanted, prompt: 'Review it' })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: 'prj_ya', job: created.id }
  const review = { pullRequest: 5, headSha: HEAD }
  const { run } = await seatedRunner(world, key, { review })
  const result = { acknowledged: 1, summary: 'Fine.', usage: null, headSha: null, findings: FINDINGS }
  await recordResult(world, run, SECRET, { outcome: 'no-change', ...result })
  return {
    ...{ world, posted, key },
    job: () => world.job(created.id),
    work: async () => verifyDelivery(world, await world.job(created.id)),
  }
}

test('the review is posted at the head that was read, and the job is completed with its address', async () => {
  const { job, work, posted } = await reported()
  await work()
  expect(posted).toEqual([
    {
      headSha: HEAD,
      body: expect.stringMatching(/^Fine\.\n\n<!-- prentice:review job_\w+ 1 -->$/),
      comments: [{ path: 'a.ts', line: 1, body: 'Wrong.' }],
    },
  ])
  const { run } = await job()
  expect(run.state).toBe('succeeded')
  expect(run.review?.id).toBe(70)
  expect(run.reason?.message).toContain('https://github.com/acme/docs/pull/5#pullrequestreview-70')
})

test('a server that ended between the post and its record finds the review, and posts no second one', async () => {
  const { job, work, posted, world } = await reported()
  const before = world.github.createReview
  let isLost = true
  const lost = new Error('killed')
  const github = {
    ...world.github,
    readPullRequest: async () => PULL,
    listChangedFiles: async () => FILES,
    listOwnLineComments: async () => [],
    // The list lags behind.
    listOwnReviews: async () => (isLost ? [] : posted.map(({ body }) => ({ id: 70, body }))),
    async createReview(...args: Parameters<typeof before>) {
      await before(...args)
      throw lost
    },
  } as Github
  await expect(verifyDelivery({ ...world, github }, await job())).rejects.toThrow('killed')
  await verifyDelivery({ ...world, github }, await job())
  expect((await job()).run).toMatchObject({ state: 'delivered', dueAt: world.now() + 3_000 })
  isLost = false
  await work()
  expect(posted).toHaveLength(1)
  expect((await job()).run).toMatchObject({ state: 'succeeded', review: { id: 70 } })
})

test('a request that never reached GitHub is repeated after the time in which its lists lag', async () => {
  const { job, work, posted, world, key } = await reported()
  await advanceJob(world, { ...key, run: 1 }, { type: 'review-begun', replaces: undefined })
  await work()
  expect(posted).toEqual([])
  world.clock.at += 46_000
  await work()
  expect(posted).toHaveLength(1)
  expect((await job()).run.state).toBe('succeeded')
})

test('only one of two servers posts the review', async () => {
  const { job, posted, world } = await reported()
  const seen = await job()
  await Promise.all([verifyDelivery(world, seen), verifyDelivery(world, seen)])
  expect(posted).toHaveLength(1)
})

test('a pull request that was closed meanwhile gets no review, and the run says so', async () => {
  const { job, work, posted } = await reported({
    readPullRequest: async () => ({ ...PULL, state: 'closed' }),
  })
  await work()
  expect(posted).toEqual([])
  expect((await job()).run).toMatchObject({
    state: 'failed',
    reason: {
      code: 'review-refused',
      message: expect.stringMatching(/^The review was not posted: #5 was closed meanwhile\./),
    },
  })
})

test('a head that moved ends the run only after GitHub has shown it for a while', async () => {
  const { job, work, posted, world } = await reported({
    readPullRequest: async () => ({ ...PULL, headSha: 'c'.repeat(40) }),
  })
  await work()
  expect((await job()).run.state).toBe('delivered')
  world.clock.at += 46_000
  await work()
  expect(posted).toEqual([])
  expect((await job()).run.reason?.message).toMatch(
    /^The review was not posted: #5 got new commits meanwhile: bbbbbbb was reviewed, and its head is ccccccc\./,
  )
})

test('if GitHub refuses the lines, all findings stand in the text', async () => {
  const tried: Posted[] = []
  const { job, work } = await reported({
    async createReview(_, __, review) {
      tried.push(review)
      return review.comments.length > 0
        ? { kind: 'refused', detail: 'Unprocessable Entity: line must be part of the diff' }
        : { kind: 'written', id: 70 }
    },
  })
  await work()
  expect(tried).toHaveLength(2)
  expect(tried[1]?.body).toContain('**`a.ts`, line 1**\n\nWrong.')
  expect((await job()).run.state).toBe('succeeded')
})

test.each<[string, Awaited<ReturnType<Github['createReview']>>, string]>([
  ['refuses the review', { kind: 'refused', detail: 'Conversation is locked' }, 'review-refused'],
  ['has not granted the permission', { kind: 'not-granted', detail: 'x' }, 'permission-missing'],
])('if GitHub %s, the run fails with the reason', async (_, answer, code) => {
  const { job, work } = await reported({ createReview: async () => answer })
  await work()
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code } })
})

test('the runner gets the open pull request of the branch, with its numbered changes and its comments', async () => {
  const { world, job } = await reported({
    listOwnLineComments: async () => [{ path: 'a.ts', line: 1, body: 'Old.\n\n```suggestion\ny\n```' }],
  })
  const found = async (github: Github) => {
    const deps = { ...world, github }
    const { store } = world
    const { loadProject } = await import('../../../../src/app/projects/project.ts')
    const one = await job()
    return findReviewed(
      deps,
      one,
      await loadProject(store, 'prj_ya'),
      await readMessages(store, one.id, 1, 1),
    )
  }
  expect(await found(world.github)).toEqual({
    kind: 'found',
    review: { pullRequest: 5, headSha: HEAD },
    material: [
      { of: 'the changes of pull request #5', text: '--- a.ts (added)\n@@ -0,0 +1 @@\n    1 +x' },
      { of: 'findings of earlier reviews', text: expect.stringMatching(/^a\.ts, line 1: Old\./) },
    ],
  })
  const none = dispatchingGithub([], { findPullRequest: async () => null })
  expect(await found(none)).toMatchObject({ kind: 'none', reason: { code: 'nothing-to-review' } })
})
