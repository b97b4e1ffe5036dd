import { expect, test } from 'vitest'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from './own-pull-request.ts'

const HEAD = 'b'.repeat(40)

/** A run that has pushed and opened a pull request, which GitHub shows from `shownAt` on, and its branch from `pushedAt`. */
async function publishingRun(shownAt: number, pushedAt: number, more: Partial<PullRequest> = {}) {
  let branch = ''
  let now = () => 0
  const pullRequest = (): PullRequest => ({ ...ownPullRequest(branch, HEAD), ...more })
  const github = dispatchingGithub([], {
    readBranchHead: async () => (now() >= pushedAt ? HEAD : null),
    readPullRequest: async () => (now() >= shownAt ? pullRequest() : null),
    findPullRequest: async () => (now() >= shownAt ? pullRequest() : null),
    readWorkflowRun: async () => null,
  })
  const world = await useCases(github)
  now = () => world.clock.at - start
  const start = world.clock.at
  const { key, run, job } = await claimedRun(world)
  branch = (await job()).branch
  const encryptedToken = world.tokenCipher.encrypt('ghs_x')
  await advanceJob(world, key, {
    type: 'publishing',
    acknowledged: 1,
    replaces: null,
    encryptedToken,
    dueAt: start,
  })
  await advanceJob(world, key, { type: 'token-revoked' })
  return { world, key, run, job }
}

/** A limit ended it, and what it published is a draft. */
async function limitedRun(shownAt: number, more: Partial<PullRequest> = {}) {
  const { world, key, run, job } = await publishingRun(shownAt, 0, more)
  const published = { headSha: HEAD, pullRequest: 3 }
  const why = reason('step-limit', '100')
  const told = {
    outcome: 'failed',
    acknowledged: 1,
    summary: null,
    usage: null,
    reason: why,
    published,
  } as const
  await recordResult(world, run, SECRET, told)
  for (let second = 0; second < 60; second++) {
    await advanceDueJob(world, key)
    world.clock.at += 1_000
  }
  return job()
}

test('a draft that GitHub shows a little later still becomes the prLink', async () => {
  const job = await limitedRun(20_000)
  expect(job.run).toMatchObject({ state: 'failed', reason: { code: 'step-limit' } })
  expect(job.pullRequest).toMatchObject({ number: 3, url: 'https://github.com/acme/docs/pull/3' })
})

test('a draft that never appears does not keep the job active', async () => {
  const job = await limitedRun(Number.POSITIVE_INFINITY)
  expect(job.run).toMatchObject({ state: 'failed', reason: { code: 'step-limit' } })
  expect(job).toMatchObject({ pullRequest: null, branchExists: true })
})

test('a pull request of somebody else does not count as the draft of the run', async () => {
  const job = await limitedRun(0, { authorId: 7 })
  expect(job.run).toMatchObject({ state: 'failed', reason: { code: 'step-limit' } })
  expect(job).toMatchObject({ pullRequest: null, branchExists: true })
})

test('branch and pull request of a runner that was killed after its push are found later', async () => {
  const { world, key, job } = await publishingRun(20_000, 10_000)
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  for (let second = 0; second < 60; second++) {
    await advanceDueJob(world, key)
    world.clock.at += 1_000
  }
  expect(await job()).toMatchObject({ branchExists: true, pullRequest: { number: 3 }, cleanups: [] })
})

test('no branch is shown for a runner that was killed before its push', async () => {
  const { world, key, job } = await publishingRun(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY)
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  for (let second = 0; second < 60; second++) {
    await advanceDueJob(world, key)
    world.clock.at += 1_000
  }
  expect(await job()).toMatchObject({ branchExists: false, pullRequest: null, cleanups: [] })
})
