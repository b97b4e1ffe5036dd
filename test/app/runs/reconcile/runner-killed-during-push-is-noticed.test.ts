import { expect, test } from 'vitest'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { issuePushToken } from '../../../../src/app/runs/push-token.ts'
import { claimedRun, identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('a runner that is killed during its push is noticed within 90 seconds without a webhook', async () => {
  const github = dispatchingGithub([], {
    mintPushToken: async () => ({ token: 'ghs_push', owner: 'acme', name: 'docs' }),
    readWorkflowRun: async (_, id) => ({
      id,
      url: '',
      displayTitle: '',
      status: 'completed',
      conclusion: 'failure',
      attempt: 1,
    }),
  })
  const world = await useCases(github)
  const { key, run, job } = await claimedRun(world)
  const plan = { files: 1, additions: 1, deletions: 0 }
  await issuePushToken(world, identity(), run, SECRET, { acknowledged: 1, plan })
  world.clock.at += 90_000
  await advanceDueJob(world, key)
  expect((await job()).run).toMatchObject({ state: 'failed', reason: { code: 'runner-failed' } })
})
