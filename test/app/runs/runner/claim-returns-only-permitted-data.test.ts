import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubRefused } from '../../../../src/app/github/errors.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

test('a prompt is kept off a repository that became public without a webhook', async () => {
  const world = await useCases()
  const { id } = await world.newJob('secret plans')
  await dispatchRun(world, await world.job(id))
  const run = runId({ project: 'prj_ya', job: id, run: 1 })
  const claimed = await claimRun(world, identity({ repositoryVisibility: 'public' }), SECRET, {
    run,
    protocol: 1,
  })
  expect(claimed).toMatchObject({
    kind: 'claimed',
    assignment: { showPrompt: false, repository: { private: false } },
  })
})

test('if GitHub refuses a token, the prompts go to the next run', async () => {
  let suspended = true
  const github = dispatchingGithub([], {
    mintFetchToken: async () => {
      if (suspended) throw new GithubRefused(reason('app-suspended'))
      return { token: 'ghs_read', owner: 'acme', name: 'docs' }
    },
  })
  const world = await useCases(github)
  const { id } = await world.newJob('the original')
  const key = { project: 'prj_ya', job: id }
  await dispatchRun(world, await world.job(id))
  const first = await claimRun(world, identity(), SECRET, { run: runId({ ...key, run: 1 }), protocol: 1 })
  expect(first).toMatchObject({ kind: 'refused', why: 'run-ended' })
  expect((await world.job(id)).run).toMatchObject({ state: 'failed', reason: { code: 'app-suspended' } })

  suspended = false
  await world.message(key.job, 'try again')
  await dispatchRun(world, await world.job(id))
  const run = runId({ ...key, run: 2 })
  const second = await claimRun(world, identity({ workflowRunId: 1002 }), SECRET, { run, protocol: 1 })
  expect(second).toMatchObject({
    kind: 'claimed',
    assignment: {
      prompts: [
        { number: 1, text: 'the original' },
        { number: 2, text: 'try again' },
      ],
      earlier: [],
    },
  })
})
