import { expect, test } from 'vitest'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { PullRequest } from '../../../../src/app/github/pull-request.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { archiveJob } from '../../../../src/app/jobs/archive-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { ownPullRequest } from './own-pull-request.ts'

const HEAD = 'b'.repeat(40)
const URL = 'https://github.com/acme/docs/pull/3'
const PUBLISHED = { headSha: HEAD, pullRequest: 3 }

/** A run whose runner has opened a pull request and said so; nothing of it is confirmed yet. */
async function reportedRun() {
  let branch = ''
  let failure: Error | null = null
  const shown = async (): Promise<PullRequest> => {
    if (failure !== null) throw failure
    return ownPullRequest(branch, HEAD)
  }
  const github = dispatchingGithub([], {
    readBranchHead: async () => HEAD,
    readPullRequest: shown,
    findPullRequest: shown,
    readWorkflowRun: async (_, id) => ({
      id,
      url: '',
      displayTitle: '',
      status: 'completed',
      conclusion: 'success',
      attempt: 1,
    }),
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  branch = (await job()).branch
  const publishing = {
    type: 'publishing',
    acknowledged: 1,
    replaces: null,
    encryptedToken: 'x',
    dueAt: 0,
  } as const
  await advanceJob(world, key, publishing)
  await advanceJob(world, key, { type: 'token-revoked' })
  const words = { acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, { ...words, outcome: 'published', published: PUBLISHED })
  const fail = (how: Error | null) => {
    failure = how
  }
  return { ...world, key, read: job, fail }
}

test.each([
  ['cancelled', cancelJob],
  ['archived', archiveJob],
] as const)('%s between the report and its verification', async (_, end) => {
  const world = await reportedRun()
  await end(world, world.key, A_TEST)
  expect((await world.read()).run.state).toBe('cancelled')
  world.clock.at += 30_000
  await advanceDueJob(world, world.key)
  expect(await world.read()).toMatchObject({
    branchExists: true,
    pullRequest: { number: 3, url: URL },
    cleanups: [],
  })
})

test('a delivery is verified after a suspension of the App ends', async () => {
  const world = await reportedRun()
  world.fail(new GithubRefused(reason('app-suspended')))
  await advanceDueJob(world, world.key)
  expect((await world.read()).run).toMatchObject({ state: 'failed', reason: { code: 'app-suspended' } })
  world.fail(null)
  world.clock.at += 30_000
  await advanceDueJob(world, world.key)
  expect((await world.read()).pullRequest).toMatchObject({ number: 3, url: URL })
})

test('a delivery is verified after a downtime that is longer than a run may be open', async () => {
  const world = await reportedRun()
  world.clock.at += 100 * 3_600_000
  await advanceDueJob(world, world.key)
  expect(await world.read()).toMatchObject({
    run: { state: 'succeeded' },
    pullRequest: { number: 3, url: URL },
  })
})

test('a report that cannot be verified does not keep its job active permanently', async () => {
  const world = await reportedRun()
  world.fail(new GithubUnavailable('GitHub responded with 502', 0))
  await advanceDueJob(world, world.key)
  expect((await world.read()).run.state).toBe('delivered')
  world.clock.at += 100 * 3_600_000
  await advanceDueJob(world, world.key)
  expect((await world.read()).run).toMatchObject({ state: 'failed', reason: { code: 'runner-timed-out' } })
})
