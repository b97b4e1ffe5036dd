import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import { advanceJob, updateJob } from '../../../../src/app/job-store/update-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { verifyDelivery } from '../../../../src/app/runs/verify-delivery.ts'
import type { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from './own-pull-request.ts'

const REPORTED = 'b'.repeat(40)
const LATER = 'c'.repeat(40)
const EARLIER = 'd'.repeat(40)
const URL = 'https://github.com/acme/docs/pull/3'

/** LATER was pushed onto REPORTED, which was pushed onto EARLIER. */
const HISTORY = [EARLIER, REPORTED, LATER]
const contains: Github['contains'] = async (_, commit, head) =>
  HISTORY.indexOf(commit) <= HISTORY.indexOf(head)

const PUBLISHED = { outcome: 'published', published: { headSha: REPORTED, pullRequest: 3 } } as const
const NO_CHANGE = { outcome: 'no-change', headSha: REPORTED } as const

interface Given {
  readonly result: typeof PUBLISHED | typeof NO_CHANGE
  readonly shown?: Partial<PullRequest>
  /** The job before this run has published. */
  readonly before?: Partial<Job>
  readonly askedForToken?: boolean
  /** From the report to its verification. */
  readonly afterMs?: number
}

/** The job after a verification of this result. */
async function verified({
  result,
  shown = {},
  before,
  askedForToken = true,
  afterMs = 0,
}: Given): Promise<Job> {
  let branch = ''
  const read = async () => ({ ...ownPullRequest(branch, REPORTED), ...shown })
  const github = dispatchingGithub([], {
    readBranchHead: async () => REPORTED,
    readPullRequest: read,
    findPullRequest: read,
    contains,
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  branch = (await job()).branch
  if (before !== undefined)
    await updateJob(world, key, (current) => ({
      transition: { kind: 'applied', job: { ...current, ...before }, ended: null },
      outcome: null,
    }))
  if (askedForToken) {
    const publishing = { acknowledged: 1, replaces: null, encryptedToken: 'x', dueAt: 0 }
    await advanceJob(world, key, { type: 'publishing', ...publishing })
    await advanceJob(world, key, { type: 'token-revoked' })
  }
  const words: ResultRequest = { ...result, acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, words)
  world.clock.at += afterMs
  await verifyDelivery(world, await job())
  return job()
}

test('a head that was pushed onto the reported commit is confirmed', async () => {
  const job = await verified({ result: PUBLISHED, shown: { headSha: LATER } })
  expect(job).toMatchObject({ run: { state: 'succeeded' }, pullRequest: { number: 3, url: URL } })
})

test('a head that is behind the reported commit is not confirmed', async () => {
  const job = await verified({ result: PUBLISHED, shown: { headSha: EARLIER } })
  expect(job).toMatchObject({ run: { state: 'delivered' }, pullRequest: null })
})

test('the server looks for a missing object for 150 seconds', async () => {
  const shown = { headSha: EARLIER }
  expect((await verified({ result: PUBLISHED, shown, afterMs: 44_999 })).run.state).toBe('delivered')
  expect((await verified({ result: PUBLISHED, shown, afterMs: 150_000 })).run).toMatchObject({
    state: 'failed',
    reason: { code: 'delivery-mismatch' },
  })
})

test('a pull request that was merged before its verification is confirmed', async () => {
  const job = await verified({ result: PUBLISHED, shown: { state: 'closed', merged: true } })
  expect(job).toMatchObject({ run: { state: 'succeeded' }, pullRequest: { number: 3, url: URL } })
})

test('a follow-up is confirmed although a person pointed its pull request to another base', async () => {
  const before = { branchExists: true, pullRequest: { number: 3, url: URL } }
  const job = await verified({ result: PUBLISHED, shown: { baseBranch: 'next' }, before })
  expect(job.run.state).toBe('succeeded')
})

test.each<[string, Partial<PullRequest>]>([
  ['from a fork', { headRepositoryId: 99 }],
  ['to another repository', { baseRepositoryId: 99 }],
  ['from another branch', { headBranch: 'prentice/other' }],
  ["that is not by the app's bot", { authorId: 99 }],
])('a pull request %s fails the run and is not linked', async (_, shown) => {
  const job = await verified({ result: PUBLISHED, shown })
  expect(job).toMatchObject({
    run: { state: 'failed', reason: { code: 'delivery-mismatch' } },
    pullRequest: null,
  })
})

test('a follow-up with a push token but no change keeps branch and pull request', async () => {
  const before = { branchExists: true, pullRequest: { number: 3, url: URL } }
  const job = await verified({ result: NO_CHANGE, before })
  expect(job).toMatchObject({ run: { state: 'succeeded', reason: { code: 'no-change' } }, ...before })
})

test('a first turn with a push token and no reported change must leave no branch', async () => {
  const job = await verified({ result: NO_CHANGE })
  expect(job).toMatchObject({
    run: { state: 'failed', reason: { code: 'delivery-mismatch' } },
    branchExists: true,
  })
})

test('an existing branch is accepted as no change if no push token was requested', async () => {
  const job = await verified({ result: NO_CHANGE, askedForToken: false })
  expect(job).toMatchObject({ run: { state: 'succeeded' }, branchExists: true, pullRequest: null })
})
