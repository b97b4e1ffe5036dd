import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { advanceJob } from '../../../src/app/job-store/update-job.ts'
import { projectKeys } from '../../../src/app/projects/project.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { claimedRun } from '../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const HOURS_72 = 72 * 3_600_000

test('a run that was never dispatched fails after 72 hours, and not before', async () => {
  const github = dispatchingGithub([], {
    readDefaultHead: async () => {
      throw new GithubUnavailable('GitHub responded with 502', 0)
    },
  })
  const world = await useCases(github)
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  const queuedAt = world.clock.at
  world.clock.at = queuedAt + HOURS_72
  await advanceDueJob(world, key)
  expect((await world.job(id)).run.state).toBe('queued')
  world.clock.at = ((await world.job(id)).run.dueAt ?? 0) + 1
  await advanceDueJob(world, key)
  expect((await world.job(id)).run).toMatchObject({
    state: 'failed',
    reason: {
      code: 'dispatch-failed',
      message: expect.stringContaining('it was not started within 72 hours'),
    },
  })
})

test('a run whose workflow run never ends fails after 72 hours, too', async () => {
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => ({
      ...{ id, url: '', displayTitle: '', status: 'in_progress', conclusion: null, attempt: 1 },
    }),
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  const { queuedAt } = (await job()).run
  world.clock.at = queuedAt + HOURS_72
  await advanceDueJob(world, key)
  expect((await job()).run.state).toBe('running')
  world.clock.at = (await job()).run.dueAt ?? 0
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({
    state: 'failed',
    reason: {
      code: 'runner-timed-out',
      message: expect.stringContaining('it was still running after 72 hours'),
    },
  })
})

test.each([
  ['immediately, since the App is not installed', 1, 'app-uninstalled'],
  ['also after a long outage of the server', HOURS_72 + 1, 'runner-timed-out'],
])('a run of a project that the server no longer knows fails %s', async (_, after, code) => {
  const world = await useCases()
  const { key, job } = await claimedRun(world)
  await world.store.commit({ del: [projectKeys.record('prj_ya')] })
  await advanceJob(world, key, { type: 'github-changed' })
  world.clock.at += after
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code } })
})
