import { expect, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { WorkflowRun } from '../../../../src/app/github/workflow-run.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { identity, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

/** A job that is queued in a database of five minutes ago; GitHub has seen its workflow run since. */
async function restored(status: string) {
  const dispatched: string[] = []
  const answers: (Error | null)[] = []
  const sinces: Date[] = []
  const shown: WorkflowRun = {
    id: 7,
    url: 'https://github.com/acme/docs/actions/runs/7',
    displayTitle: '',
    status,
    conclusion: status === 'completed' ? 'success' : null,
    attempt: 1,
  }
  const github = dispatchingGithub(dispatched, {
    findWorkflowRun: async (_, { since }) => {
      sinces.push(since)
      const failure = answers.shift()
      if (failure) throw failure
      return shown
    },
    readWorkflowRun: async () => shown,
  })
  const world = await useCases(github)
  const { id, createdAt } = await world.newJob()
  world.clock.at += 5 * 60_000
  const key = { project: 'prj_ya', job: id }
  const isFound = () => sinces.every((since) => since.getTime() < createdAt) && sinces.length > 0
  return { ...world, key, id, dispatched, answers, isFound, read: () => world.job(id) }
}

test('a turn that ran after the backup does not run again', async () => {
  const world = await restored('completed')
  await advanceDueJob(world, world.key)
  expect((await world.read()).run).toMatchObject({ state: 'dispatched', workflowRunId: 7 })
  world.clock.at += 60_000
  await advanceDueJob(world, world.key)
  expect((await world.read()).run).toMatchObject({ state: 'failed', reason: { code: 'not-claimed' } })
  expect(world.dispatched).toEqual([])
  expect(world.isFound()).toBe(true)
})

test('a workflow run that still waits for its runner continues', async () => {
  const world = await restored('queued')
  await advanceDueJob(world, world.key)
  const run = runId({ ...world.key, run: 1 })
  const claimed = await claimRun(world, identity({ workflowRunId: 7 }), SECRET, { run, protocol: 1 })
  expect(claimed.kind).toBe('claimed')
  expect(world.dispatched).toEqual([])
})

test('nothing is started while GitHub does not respond', async () => {
  const world = await restored('completed')
  world.answers.push(new GithubUnavailable('GitHub responded with 502', 0))
  await advanceDueJob(world, world.key)
  world.clock.at += 30_000
  await advanceDueJob(world, world.key)
  expect((await world.read()).run).toMatchObject({ state: 'dispatched', workflowRunId: 7 })
  expect(world.dispatched).toEqual([])
  expect(world.isFound()).toBe(true)
})
