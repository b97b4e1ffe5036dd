import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { type Reason, type ReasonCode, reason } from '../../../../src/contract/reasons.ts'
import type { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { showPullRequest } from '../../../support/app/show-pull-request.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from './own-pull-request.ts'

const HEAD = 'b'.repeat(40)
const OTHER = 'c'.repeat(40)

/** How long the job stays active after this result, where GitHub shows the branch and, if given, this pull request. */
async function afterResult(
  result: Partial<ResultRequest>,
  shown: Partial<PullRequest> | null,
  { isKnown = false } = {},
): Promise<{ job: Job; seconds: number }> {
  let branch = ''
  const read = async (): Promise<PullRequest | null> => shown && { ...ownPullRequest(branch, HEAD), ...shown }
  const github = dispatchingGithub([], {
    readBranchHead: async () => HEAD,
    readPullRequest: read,
    findPullRequest: async () => (shown?.authorId === undefined ? read() : null),
    contains: async () => false,
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  branch = (await job()).branch
  const encryptedToken = world.tokenCipher.encrypt('ghs_x')
  const publishing = {
    type: 'publishing',
    acknowledged: 1,
    replaces: null,
    encryptedToken,
    dueAt: 0,
  } as const
  await advanceJob(world, key, publishing)
  await advanceJob(world, key, { type: 'token-revoked' })
  if (isKnown) await showPullRequest(world, key)
  const base = { acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, { ...base, ...result } as ResultRequest)
  for (let seconds = 0; seconds < 240; seconds++) {
    await advanceDueJob(world, key)
    const now = await job()
    if (now.run.endedAt !== null) return { job: now, seconds }
    world.clock.at += 1_000
  }
  throw new Error('the job stays active')
}

const failed = (why: Reason, published: object | null = null) =>
  ({ outcome: 'failed', reason: why, published }) as Partial<ResultRequest>
const published = { outcome: 'published', published: { headSha: HEAD, pullRequest: 3 } } as const

test.each<[string, Reason]>([
  [
    'refused by GitHub',
    reason('pull-request-refused', '422 Validation Failed: No commits between main and x'),
  ],
  ['not asked for after a push that was refused', reason('push-refused', 'a protected branch')],
  ['not asked for after others moved the branch', reason('branch-moved', 'x')],
])('the server does not look again for a pull request that was %s', async (_, why) => {
  const { job, seconds } = await afterResult(failed(why), null)
  expect(seconds).toBe(0)
  expect(job.run).toMatchObject({ state: 'failed', reason: { code: why.code } })
  expect(job).toMatchObject({ branchExists: true, pullRequest: null })
})

test.each<[string, Reason]>([
  ['whose answers got lost', reason('pull-request-refused', '502 Bad gateway')],
  ['whose answers got lost on their way', reason('pull-request-refused', 'fetch failed')],
  ['that broke off somewhere', reason('action-failed', 'TypeError: x')],
])('a pull request %s may still show up', async (_, why) => {
  const { job, seconds } = await afterResult(failed(why), null)
  expect(seconds).toBeGreaterThanOrEqual(45)
  expect(seconds).toBeLessThan(50)
  expect(job.run.reason?.code).toBe(why.code)
})

test('the server does not wait for a pull request that the job has from an earlier turn', async () => {
  const broken = failed(reason('action-failed', 'TypeError: x'))
  const { job, seconds } = await afterResult(broken, null, { isKnown: true })
  expect(seconds).toBe(0)
  expect(job).toMatchObject({ run: { state: 'failed' }, pullRequest: { number: 18 } })
})

test('a draft that GitHub shows under its number is recorded immediately', async () => {
  const draft = failed(reason('step-limit', '100 steps'), { headSha: HEAD, pullRequest: 3 })
  const { job, seconds } = await afterResult(draft, {})
  expect(seconds).toBe(0)
  expect(job.pullRequest?.number).toBe(3)
})

test.each<[string, Partial<PullRequest>, ReasonCode, boolean]>([
  ['closed', { state: 'closed' }, 'delivery-mismatch', true],
  ['pointed to another base', { baseBranch: 'next' }, 'delivery-mismatch', true],
  ['opened by somebody else', { authorId: 99 }, 'delivery-mismatch', false],
])('a pull request that was %s is not changed', async (_, shown, code, isLinked) => {
  const { job, seconds } = await afterResult(published, shown)
  expect(seconds).toBe(0)
  expect(job.run).toMatchObject({ state: 'failed', reason: { code } })
  expect(job.pullRequest !== null).toBe(isLinked)
})

test('verification waits for a head that does not contain the commit yet', async () => {
  const { job, seconds } = await afterResult(published, { headSha: OTHER })
  expect(seconds).toBeGreaterThanOrEqual(45)
  expect(job.run.reason?.code).toBe('delivery-mismatch')
})
