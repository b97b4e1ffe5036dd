import { expect, test } from 'vitest'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import type { RepositoryRef } from '../../../../src/app/github/repository.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { verifyDelivery } from '../../../../src/app/runs/verify-delivery.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import type { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from './own-pull-request.ts'

const REPORTED = 'b'.repeat(40)
const OTHER = 'd'.repeat(40)
const LINK = { number: 3, url: 'https://github.com/acme/docs/pull/3' }

const PUBLISHED = { outcome: 'published', published: { headSha: REPORTED, pullRequest: 3 } } as const

/** What a result says beside the words that all have. */
type Result = ResultRequest extends infer One
  ? One extends unknown
    ? Omit<One, 'acknowledged' | 'summary' | 'usage'>
    : never
  : never

/** A run with a push token that reported this, `afterMs` ago; GitHub shows the pull request, or none. */
async function reported(
  result: Result,
  shown: Partial<PullRequest> | null,
  over: Partial<Github> = {},
  { afterMs = 150_000, askedForToken = true, summary = null as string | null } = {},
) {
  let branch = ''
  const revoked: string[] = []
  const read = async (repository: RepositoryRef) => {
    expect(repository).toEqual({ installationId: 1, id: 1234, owner: 'acme', name: 'docs' })
    return shown && { ...ownPullRequest(branch, REPORTED), ...shown }
  }
  const github = dispatchingGithub([], {
    readBranchHead: async () => REPORTED,
    readPullRequest: read,
    findPullRequest: read,
    contains: async () => false,
    revokeToken: async (token) => void revoked.push(token),
    ...over,
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  branch = (await job()).branch
  const encryptedToken = world.tokenCipher.encrypt('ghs_push')
  if (askedForToken)
    await advanceJob(world, key, {
      ...{ type: 'publishing', acknowledged: 1, replaces: null, encryptedToken, dueAt: 0 },
    })
  await recordResult(world, run, SECRET, {
    acknowledged: 1,
    summary,
    usage: null,
    ...result,
  } as ResultRequest)
  const reportedAt = world.clock.at
  world.clock.at += afterMs
  await verifyDelivery(world, await job())
  return { world, branch, revoked, reportedAt, key, job: await job() }
}

test.each<[string, Partial<PullRequest>, (branch: string) => string, boolean]>([
  [
    'of somebody else',
    { authorId: 99 },
    (branch) => `#3 was not opened by the bot of the App from the branch ${branch} of this repository`,
    false,
  ],
  ['to another base', { baseBranch: 'next' }, () => 'the base of #3 is next instead of main', true],
  ['that is closed', { state: 'closed' }, () => '#3 is closed', true],
])('a pull request %s is named in the reason', async (_, shown, detail, isLinked) => {
  const { job, branch } = await reported(PUBLISHED, shown)
  expect(job.run.reason).toEqual(reason('delivery-mismatch', detail(branch)))
  expect([job.branchExists, job.pullRequest]).toEqual([true, isLinked ? expect.objectContaining(LINK) : null])
})

test('a pull request without the reported commit is named with both commits', async () => {
  const { job } = await reported(PUBLISHED, { headSha: OTHER })
  const detail = `the head of #3 is ${OTHER}, which does not contain ${REPORTED}`
  expect(job.run.reason).toEqual(reason('delivery-mismatch', detail))
})

test('a pull request that does not exist is named', async () => {
  const { job } = await reported(PUBLISHED, null)
  expect(job.run.reason).toEqual(reason('delivery-mismatch', 'pull request #3 does not exist'))
  expect([job.branchExists, job.pullRequest]).toEqual([true, null])
})

test('the server looks again after three seconds for an object that GitHub does not show', async () => {
  const { job, reportedAt } = await reported(PUBLISHED, null, {}, { afterMs: 44_999 })
  expect(job.run).toMatchObject({ state: 'delivered', dueAt: reportedAt + 44_999 + 3_000 })
})

const NO_CHANGE = { outcome: 'no-change', headSha: REPORTED } as const

test.each([
  [OTHER, REPORTED],
  [null, REPORTED],
  [OTHER, null],
])('a branch at %s instead of %s is named', async (head, headSha) => {
  const over = { readBranchHead: async () => head }
  const { job, branch } = await reported({ ...NO_CHANGE, headSha }, null, over)
  const detail = `branch ${branch} is at ${head ?? 'no commit'} instead of ${headSha ?? 'absent'}`
  expect(job.run.reason).toEqual(reason('delivery-mismatch', detail))
})

test('the reason names a branch that a run without changes has left', async () => {
  const { job, branch } = await reported(NO_CHANGE, null)
  const detail = `branch ${branch} exists although the run reported no change`
  expect(job.run.reason).toEqual(reason('delivery-mismatch', detail))
  expect(job).toMatchObject({ branchExists: true, pullRequest: null })
})

test.each([
  ['The text is right already.', undefined, 'The text is right already.'],
  [null, 'a protected path', 'a protected path'],
  ['It cannot change.', 'a protected path.', 'a protected path. It cannot change.'],
  [null, undefined, 'it gave no summary.'],
])('no change: the summary %j and the obstacle %j are its reason', async (summary, obstacle, detail) => {
  const result = { outcome: 'no-change', headSha: null, ...(obstacle && { obstacle }) } as const
  const over = { readBranchHead: async () => null }
  const { job } = await reported(result, null, over, { summary })
  expect(job.run).toMatchObject({ state: 'succeeded', reason: reason('no-change', detail) })
  expect(job.branchExists).toBe(false)
})

test('a run whose runner was stopped before it asked for a token ends with that reason', async () => {
  const { job } = await reported({ outcome: 'cancelled' }, null, {}, { askedForToken: false })
  expect(job.run.reason).toEqual(reason('runner-cancelled', 'the runner received a signal to stop'))
  expect(job).toMatchObject({ run: { state: 'failed' }, branchExists: false })
})

test('the draft of a run that failed is read by its number', async () => {
  const why = reason('step-limit', '5 steps')
  const result = { outcome: 'failed', reason: why, published: { headSha: REPORTED, pullRequest: 3 } } as const
  const over = { findPullRequest: async () => null }
  const { job } = await reported(result, {}, over, { afterMs: 0 })
  expect(job.run).toMatchObject({ state: 'failed', reason: { code: 'step-limit' } })
  expect([job.branchExists, job.pullRequest]).toEqual([true, expect.objectContaining(LINK)])
})

test('the push token is revoked before GitHub is read', async () => {
  const calls: string[] = []
  const { job, revoked } = await reported(
    PUBLISHED,
    {},
    {
      revokeToken: async (token) => void calls.push(`revoke ${token}`),
      readPullRequest: async () => {
        calls.push('read')
        return null
      },
    },
  )
  expect(revoked).toEqual([])
  expect(calls).toEqual(['revoke ghs_push', 'read'])
  expect(job.run.encryptedToken).toBeNull()
})

test('a run without a push token has nothing to revoke', async () => {
  const over = { readBranchHead: async () => null }
  const { job, revoked } = await reported({ ...NO_CHANGE, headSha: null }, null, over, {
    askedForToken: false,
  })
  expect([revoked, job.run.state]).toEqual([[], 'succeeded'])
})

test('a run that has not reported cannot be verified', async () => {
  const world = await useCases(dispatchingGithub())
  const { job } = await claimedRun(world)
  const running = await job()
  await expect(verifyDelivery(world, running)).rejects.toThrow(
    `job ${running.id}: delivered without a report`,
  )
})

test.each([
  ['an App that was uninstalled', { installationId: null }, 'app-uninstalled'],
  ['a repository that was deleted', { installationId: null, isDeleted: true }, 'repository-gone'],
])('%s is the reason that nothing can be verified', async (_, changes, code) => {
  const world = await useCases(dispatchingGithub())
  const { job, run } = await claimedRun(world)
  const words = { acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, { ...words, ...NO_CHANGE })
  const place = projectKeys.record('prj_ya')
  const project = JSON.parse((await world.store.get(place)) ?? '')
  await world.store.commit({ set: [{ key: place, value: JSON.stringify({ ...project, ...changes }) }] })
  const failure = await verifyDelivery(world, await job()).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(GithubRefused)
  expect(failure).toMatchObject({ reason: { code } })
})
