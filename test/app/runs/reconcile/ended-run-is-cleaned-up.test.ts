import { expect, test } from 'vitest'
import type { JobKey } from '../../../../src/app/domain/run-id.ts'
import { applied } from '../../../../src/app/domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceJob, updateJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { cleanUpRun } from '../../../../src/app/runs/clean-up-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { takePacedSlot } from '../../../../src/app/runs/github-pacing.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { claimedRun, SECRET, type UseCases } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { changeProject } from '../runner/dispatched-run.ts'
import { ownPullRequest } from './own-pull-request.ts'

const MINUTE = 60_000
const HEAD = 'b'.repeat(40)

const atWork = (id = 1001): WorkflowRun => ({
  id,
  url: '',
  displayTitle: '',
  status: 'in_progress',
  conclusion: null,
  attempt: 1,
})

/** Does what is due until `ms` have passed. */
async function pass(world: UseCases, id: string, ms: number): Promise<void> {
  const until = world.clock.at + ms
  for (let count = 0; ; count += 1) {
    if (count > 2000) throw new Error('what is due is always due again')
    const { cleanups } = await world.job(id)
    const dueAt = Math.min(...cleanups.map((cleanup) => cleanup.dueAt))
    if (dueAt > until) break
    world.clock.at = Math.max(dueAt, world.clock.at)
    await advanceDueJob(world, { project: 'prj_ya', job: id })
  }
  world.clock.at = until
}

/** Whether the cleanup is over, or still looked after, if it is due so long after the end of the run. */
async function cleanUpAfter(world: UseCases, id: string, ms: number): Promise<'over' | 'open'> {
  const job = await world.job(id)
  const [cleanup] = job.cleanups
  if (cleanup === undefined) throw new Error('there is no cleanup')
  world.clock.at = cleanup.since + ms
  await cleanUpRun(world, job, cleanup)
  return (await world.job(id)).cleanups.length === 0 ? 'over' : 'open'
}

/** A run that was cancelled before GitHub named its workflow run; GitHub shows that one from `startsAfterMs` on. */
async function unnamedRun(startsAfterMs: number) {
  let hasStarted = () => false
  const cancelled: number[] = []
  const github = dispatchingGithub([], {
    dispatchWorkflow: async () => ({ kind: 'started', workflowRunId: null, url: null }),
    findWorkflowRun: async () => (hasStarted() && cancelled.length === 0 ? atWork(2002) : null),
    readWorkflowRun: async (_, id) => (cancelled.includes(id) ? null : atWork(id)),
    cancelWorkflowRun: async (_, id) => void cancelled.push(id),
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  await dispatchRun(world, await world.job(id))
  await cancelJob(world, { project: 'prj_ya', job: id }, A_TEST)
  const startsAt = world.clock.at + startsAfterMs
  hasStarted = () => world.clock.at >= startsAt
  return { world, id, cancelled }
}

test('a workflow run that starts 14 minutes after the cancellation is cancelled', async () => {
  const { world, id, cancelled } = await unnamedRun(14 * MINUTE)
  await pass(world, id, 13 * MINUTE)
  expect((await world.job(id)).cleanups).toHaveLength(1)
  await pass(world, id, 15 * MINUTE)
  expect(cancelled).toEqual([2002])
  expect((await world.job(id)).cleanups).toEqual([])
})

test('a cancellation that waits for its slot remembers the workflow run', async () => {
  const { world, id, cancelled } = await unnamedRun(0)
  while ((await takePacedSlot(world, 1, 'prj_ya', 'end')) === null);
  const job = await world.job(id)
  for (const cleanup of job.cleanups) await cleanUpRun(world, job, cleanup)
  expect(cancelled).toEqual([])
  expect((await world.job(id)).cleanups).toMatchObject([
    { workflowRunId: 2002, cancel: true, dueAt: world.clock.at + 1_000 },
  ])
})

test('the server looks for a workflow run for 15 minutes', async () => {
  const { world, id, cancelled } = await unnamedRun(Number.POSITIVE_INFINITY)
  await pass(world, id, 15 * MINUTE - 1)
  expect((await world.job(id)).cleanups).toHaveLength(1)
  await pass(world, id, 6 * MINUTE)
  expect((await world.job(id)).cleanups).toEqual([])
  expect(cancelled).toEqual([])
})

test('a workflow run may appear until 15 minutes have passed', async () => {
  const { world, id } = await unnamedRun(Number.POSITIVE_INFINITY)
  expect(await cleanUpAfter(world, id, 15 * MINUTE - 1)).toBe('open')
  expect(await cleanUpAfter(world, id, 15 * MINUTE)).toBe('over')
})

test('a runner that reported is cancelled if its workflow run has not ended ten minutes later', async () => {
  const cancelledAfter: number[] = []
  let since = () => 0
  const github = dispatchingGithub([], {
    readBranchHead: async () => null,
    readWorkflowRun: async (_, id) => atWork(id),
    cancelWorkflowRun: async () => void cancelledAfter.push(since()),
  })
  const world = await useCases(github)
  const { key, run } = await claimedRun(world)
  const words = { acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, { ...words, outcome: 'no-change', headSha: null })
  await advanceDueJob(world, key)
  const end = world.clock.at
  since = () => world.clock.at - end
  await cleanUpAfter(world, key.job, 10 * MINUTE)
  expect(cancelledAfter).toEqual([])
  await cleanUpAfter(world, key.job, 10 * MINUTE + 1)
  expect(cancelledAfter).toEqual([10 * MINUTE + 1])
})

test('a runner that did not report is cancelled immediately: four normal cancellations, then forced ones', async () => {
  const cancels: string[] = []
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => atWork(id),
    cancelWorkflowRun: async (_, __, how) => void cancels.push(how),
  })
  const world = await useCases(github)
  const { key } = await claimedRun(world)
  await cancelJob(world, key, A_TEST)
  await advanceDueJob(world, key)
  expect(cancels).toEqual(['cancel'])
  await pass(world, key.job, 10 * MINUTE)
  expect(cancels.slice(0, 6)).toEqual([
    'cancel',
    'cancel',
    'cancel',
    'cancel',
    'force-cancel',
    'force-cancel',
  ])
})

// https://github.com/actions/runner/issues/3872, https://github.com/actions/runner/issues/3329
test.each([
  ['accepts', async () => {}],
  [
    'answers with 500',
    async () => {
      throw new GithubUnavailable('GitHub responded with 500: Failed to cancel workflow run', 0)
    },
  ],
])(
  'a workflow run that GitHub never ends is given up after a day: it %s each cancellation',
  async (_, answer) => {
    const cancels: string[] = []
    const github = dispatchingGithub([], {
      readBranchHead: async () => null,
      readWorkflowRun: async (_, id) => atWork(id),
      async cancelWorkflowRun(_, __, how) {
        cancels.push(how)
        await answer()
      },
    })
    const world = await useCases(github)
    const { key } = await claimedRun(world)
    await cancelJob(world, key, A_TEST)
    await advanceDueJob(world, key)
    await pass(world, key.job, 10 * MINUTE)
    expect(cancels.slice(3, 5)).toEqual(['cancel', 'force-cancel'])
    expect(cancels.length).toBeLessThan(20)
    expect((await world.job(key.job)).cleanups).toHaveLength(1)
    await pass(world, key.job, 24 * 60 * MINUTE)
    expect((await world.job(key.job)).cleanups).toEqual([])
  },
)

test('a workflow run that was checked often before gets a normal cancellation first', async () => {
  const cancels: string[] = []
  const github = dispatchingGithub([], {
    readBranchHead: async () => null,
    readWorkflowRun: async (_, id) => atWork(id),
    cancelWorkflowRun: async (_, __, how) => void cancels.push(how),
  })
  const world = await useCases(github)
  const { key, run } = await claimedRun(world)
  const words = { acknowledged: 1, summary: null, usage: null }
  await recordResult(world, run, SECRET, { ...words, outcome: 'no-change', headSha: null })
  await advanceDueJob(world, key)
  await pass(world, key.job, 60 * MINUTE)
  expect(cancels.slice(0, 5)).toEqual(['cancel', 'cancel', 'cancel', 'cancel', 'force-cancel'])
})

test('a workflow run that was deleted needs nothing more, and other runs of the job keep their cleanup', async () => {
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => (id === 1001 ? null : atWork(id)),
    cancelWorkflowRun: async () => {},
  })
  const world = await useCases(github)
  const { key } = await claimedRun(world)
  await cancelJob(world, key, A_TEST)
  await world.message(key.job, 'once more')
  await dispatchRun(world, await world.job(key.job))
  await cancelJob(world, key, A_TEST)
  await advanceDueJob(world, key)
  expect((await world.job(key.job)).cleanups).toMatchObject([{ run: 2, workflowRunId: 1002, tries: 1 }])
})

test('a late pull request of the old branch is not assigned to the new branch', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<void>()
  let branch = ''
  const github = dispatchingGithub([], {
    readBranchHead: async () => HEAD,
    findPullRequest: async () => {
      asked.resolve()
      await answer.promise
      return ownPullRequest(branch, HEAD)
    },
    readWorkflowRun: async (_, id) => ({ ...atWork(id), status: 'completed', conclusion: 'failure' }),
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  branch = (await job()).branch
  const publishing = { acknowledged: 1, replaces: null, encryptedToken: 'x', dueAt: 0 }
  await advanceJob(world, key, { type: 'publishing', ...publishing })
  await advanceJob(world, key, { type: 'token-revoked' })
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  const cleaning = advanceDueJob(world, key)
  await asked.promise
  await updateJob(world, key, (current) => ({
    transition: { kind: 'applied', job: { ...current, branch: 'prentice/next' }, ended: null },
    outcome: null,
  }))
  answer.resolve()
  await cleaning
  expect(await job()).toMatchObject({
    branch: 'prentice/next',
    branchExists: false,
    pullRequest: null,
    cleanups: [],
  })
})

test('the server looks for a pull request that GitHub does not show for 45 seconds', async () => {
  const github = dispatchingGithub([], {
    readBranchHead: async () => HEAD,
    findPullRequest: async () => null,
    readWorkflowRun: async () => null,
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  const publishing = { acknowledged: 1, replaces: null, encryptedToken: 'x', dueAt: 0 }
  await advanceJob(world, key, { type: 'publishing', ...publishing })
  await advanceJob(world, key, { type: 'token-revoked' })
  await advanceJob(world, key, { type: 'failed', reason: reason('runner-failed', 'x') })
  expect(await cleanUpAfter(world, key.job, 44_999)).toBe('open')
  expect(await job()).toMatchObject({ branchExists: true, pullRequest: null })
  expect(await cleanUpAfter(world, key.job, 45_000)).toBe('over')
})

test('a refused cleanup is retried for a day, and then given up', async () => {
  const github = dispatchingGithub([], {
    readWorkflowRun: async () => {
      throw new GithubRefused(reason('app-suspended'))
    },
  })
  const world = await useCases(github)
  const { key } = await claimedRun(world)
  await cancelJob(world, key, A_TEST)
  await pass(world, key.job, 24 * 60 * MINUTE - 1)
  expect((await world.job(key.job)).cleanups).toHaveLength(1)
  await pass(world, key.job, 6 * MINUTE)
  expect((await world.job(key.job)).cleanups).toEqual([])
})

test.each<[string, (world: UseCases, key: JobKey) => Promise<unknown>]>([
  ['repository', (world) => changeProject(world, { installationId: null })],
  [
    'runner repository',
    (world, key) =>
      updateJob(world, key, (job) => ({
        transition: applied({
          ...job,
          cleanups: job.cleanups.map((one) => ({ ...one, workflow: { ...one.workflow, repositoryId: 9 } })),
        }),
        outcome: null,
      })),
  ],
])('if the App is no longer installed on the %s, nothing is left to do', async (_, change) => {
  const world = await useCases()
  const { key, job } = await claimedRun(world)
  await cancelJob(world, key, A_TEST)
  await change(world, key)
  await advanceDueJob(world, key)
  expect((await job()).cleanups).toEqual([])
})
