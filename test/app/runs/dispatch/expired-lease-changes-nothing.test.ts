import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import type { Github } from '../../../../src/app/github/github.ts'
import type { DispatchOutcome } from '../../../../src/app/github/workflow-run.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { claimRun } from '../../../../src/app/runs/claim-run.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { PROTOCOL_VERSION } from '../../../../src/contract/runner-protocol/protocol.ts'
import { identity } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const started = (workflowRunId: number): DispatchOutcome => ({
  kind: 'started',
  workflowRunId,
  url: `https://github.com/acme/docs/actions/runs/${workflowRunId}`,
})

/**
 * Two processes on one database file. The first leases a run and is held up inside its dispatch until its lease is
 * over; the second then makes its own attempt.
 */
async function twoProcesses(second: () => Promise<DispatchOutcome>) {
  const held = Promise.withResolvers<DispatchOutcome>()
  const arrived = Promise.withResolvers<void>()
  const databaseUrl = `sqlite:${join(temporaryFolder(), 'app.db')}`
  const dispatching = (dispatchWorkflow: Github['dispatchWorkflow']) =>
    dispatchingGithub([], { dispatchWorkflow })
  const late = await useCases(
    dispatching(() => {
      arrived.resolve()
      return held.promise
    }),
    { databaseUrl },
  )
  const store = await openStore(databaseUrl, { now: late.now })
  onTestFinished(() => store.close())
  const quick = { ...late, store, github: dispatching(second) }

  const { id } = await late.newJob()
  const key = { project: 'prj_ya', job: id }
  const lateStep = advanceDueJob(late, key)
  await arrived.promise
  await advanceDueJob(quick, key)
  expect((await late.job(id)).run).toMatchObject({ state: 'dispatching', attempts: 1 })
  late.clock.at += 31_000
  const quickStep = advanceDueJob(quick, key)
  const claim = (workflowRunId: number) =>
    claimRun(quick, identity({ workflowRunId }), `${workflowRunId}`.repeat(11), {
      run: runId({ ...key, run: 1 }),
      protocol: PROTOCOL_VERSION,
    })
  return { ...late, id, held, lateStep, quickStep, claim }
}

test('the workflow run of a late dispatch starts, and its claim is refused', async () => {
  const world = await twoProcesses(async () => started(1002))
  await world.quickStep
  const before = await world.job(world.id)
  expect(before.run).toMatchObject({ state: 'dispatched', attempts: 2, workflowRunId: 1002 })
  world.held.resolve(started(1001))
  await world.lateStep
  expect(await world.job(world.id)).toEqual(before)
  expect(await world.claim(1001)).toMatchObject({ kind: 'refused', why: 'wrong-workflow-run' })
  expect((await world.claim(1002)).kind).toBe('claimed')
})

test('a late response names the workflow run if the second attempt had no response', async () => {
  const world = await twoProcesses(async () => ({ kind: 'unknown', detail: 'connection reset' }))
  await world.quickStep
  world.held.resolve(started(1001))
  await world.lateStep
  expect((await world.job(world.id)).run).toMatchObject({ state: 'dispatched', workflowRunId: 1001 })
  expect((await world.claim(1001)).kind).toBe('claimed')
  expect(await world.claim(1002)).toMatchObject({ kind: 'refused' })
})

test.each<[string, () => Promise<DispatchOutcome>]>([
  [
    'a refusal',
    async () => ({ kind: 'refused', reason: { code: 'workflow-disabled', message: 'It is disabled.' } }),
  ],
  ['a limit', async () => ({ kind: 'later', at: 1_900_000_000_000, isLimit: true, detail: 'slow down' })],
  ['an outage', () => Promise.reject(new GithubUnavailable('GitHub did not respond', 1_900_000_000_000))],
  ['an internal error', () => Promise.reject(new Error('out of memory'))],
])('%s of a late attempt does not change the current attempt', async (_, answer) => {
  const other = Promise.withResolvers<DispatchOutcome>()
  const world = await twoProcesses(() => other.promise)
  const underWay = async () => (await world.job(world.id)).run.attempts === 2
  while (!(await underWay())) await new Promise((resolve) => setImmediate(resolve))
  const before = await world.job(world.id)
  answer().then(world.held.resolve, world.held.reject)
  await world.lateStep
  expect(await world.job(world.id)).toEqual(before)
  other.resolve(started(1002))
  await world.quickStep
  expect((await world.job(world.id)).run).toMatchObject({ state: 'dispatched', workflowRunId: 1002 })
})
