import { expect, test } from 'vitest'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { reconcileRun } from '../../../../src/app/runs/reconcile-run.ts'
import { claimedRun } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const inProgress: WorkflowRun = {
  id: 1001,
  url: '',
  displayTitle: '',
  status: 'in_progress',
  conclusion: null,
  attempt: 1,
}

test('a webhook that arrives while GitHub is asked leaves the run due', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<WorkflowRun>()
  const github = dispatchingGithub([], {
    readWorkflowRun: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  world.clock.at += 90_000
  const reconciling = reconcileRun(world, await job())
  await asked.promise
  await advanceJob(world, key, { type: 'github-changed' })
  answer.resolve(inProgress)
  await reconciling
  expect((await job()).run).toMatchObject({ dueAt: world.clock.at, githubChanged: true })
})

test('a webhook that arrives while the heartbeat is read leaves the run due', async () => {
  const world = await useCases(dispatchingGithub([]))
  const { key, job } = await claimedRun(world)
  const before = await job()
  await advanceJob(world, key, { type: 'github-changed' })
  await reconcileRun(world, before)
  expect((await job()).run).toMatchObject({ dueAt: world.clock.at, githubChanged: true })
})

test('after a webhook, the server checks the run although its runner has just sent a request', async () => {
  const github = dispatchingGithub([], {
    readWorkflowRun: async () => ({ ...inProgress, status: 'completed', conclusion: 'failure' }),
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  await reconcileRun(world, await job())
  expect((await job()).run.state).toBe('running')
  await advanceJob(world, key, { type: 'github-changed' })
  await reconcileRun(world, await job())
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'runner-failed' } })
})
