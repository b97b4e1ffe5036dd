import { expect, test } from 'vitest'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { reconcileRun } from '../../../../src/app/runs/reconcile-run.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('a late response of GitHub does not fail a run that has delivered meanwhile', async () => {
  const asked = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<WorkflowRun>()
  const github = dispatchingGithub([], {
    readWorkflowRun: () => {
      asked.resolve()
      return answer.promise
    },
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  const dueAt = world.clock.at
  await advanceJob(world, key, {
    type: 'publishing',
    acknowledged: 1,
    replaces: null,
    encryptedToken: 'x',
    dueAt,
  })
  const reconciling = reconcileRun(world, await job())
  await asked.promise
  const published = { headSha: 'b'.repeat(40), pullRequest: 3 }
  await recordResult(world, run, SECRET, {
    outcome: 'published',
    acknowledged: 1,
    summary: null,
    usage: null,
    published,
  })
  answer.resolve({
    id: 1001,
    url: '',
    displayTitle: '',
    status: 'completed',
    conclusion: 'success',
    attempt: 1,
  })
  await reconciling
  expect((await job()).run).toMatchObject({ state: 'delivered', reason: null })
})
