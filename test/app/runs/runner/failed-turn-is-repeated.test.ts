import { expect, test } from 'vitest'
import type { Job } from '../../../../src/app/domain/job.ts'
import { runId } from '../../../../src/app/domain/run-id.ts'
import { listRuns } from '../../../../src/app/job-store/run-history.ts'
import { advanceJob } from '../../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../../src/app/jobs/cancel-job.ts'
import { retryJob } from '../../../../src/app/jobs/retry-job.ts'
import { advanceDueJob } from '../../../../src/app/runs/advance-due-job.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordPatch } from '../../../../src/app/runs/record-patch.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import type { PatchDescription, ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { SECRET } from '../../../support/app/claimed-run.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const WORDS: PatchDescription = { title: 'T', body: 'B', commitMessage: 'C', endedBy: null }
const PATCH = Buffer.from([0x2b, 0xe4, 0x0a])

async function givenJob() {
  const world = await useCases(dispatchingGithub([], { readWorkflowRun: async () => null }))
  const { id } = await world.newJob('the prompt')
  const key = { project: 'prj_ya', job: id }
  const job = (): Promise<Job> => world.job(id)

  /** A runner takes the job's run and is told what to do. */
  async function claim(features: readonly string[] = FEATURES): Promise<Assignment> {
    await dispatchRun(world, await job())
    const { number } = await seatedRunner(world, key)
    return buildAssignment(world, { ...key, run: number }, await job(), {
      features,
      isPublic: false,
      allowsSetup: true,
    })
  }
  async function fail(result: Partial<Extract<ResultRequest, { outcome: 'failed' }>>, patch = false) {
    const run = runId({ ...key, run: (await job()).run.number })
    if (patch) await recordPatch(world, run, SECRET, async () => PATCH)
    const base = { acknowledged: 0, summary: 'Did it.', usage: null, published: null }
    const why = reason('push-refused', 'it is protected')
    await recordResult(world, run, SECRET, { outcome: 'failed', ...base, reason: why, ...result })
    await advanceDueJob(world, key)
  }
  const retry = async () => (await retryJob(world, { ...(await world.workRequest()), job: key.job })).kind
  return { ...world, world, key, job, claim, fail, retry }
}

test('the next runner gets the saved patch with its texts, and the reason names the patch', async () => {
  const { claim, fail, retry, store, job } = await givenJob()
  const first = await claim()
  expect(first).not.toHaveProperty('savedPatch')
  await fail({ patchDescription: WORDS }, true)
  const [told] = await listRuns(store, await job())
  expect(told?.reason?.message).toBe(
    'The work cannot be pushed: it is protected. After that is fixed, retry the job (`POST …/retry`). The work is saved as a patch: `GET …/runs/1/patch`. `POST …/retry` publishes it without another call of the model.',
  )
  expect(await retry()).toBe('accepted')
  expect((await job()).run).toMatchObject({ number: 2, retryOf: 1, state: 'queued', first: 1, last: 1 })
  const second = await claim()
  expect(second.prompts).toEqual(first.prompts)
  expect(second.savedPatch).toEqual({ ...WORDS, patch: PATCH.toString('base64'), summary: 'Did it.' })
})

test('the reason `secret-found` does not suggest a retry', async () => {
  const { claim, fail, store, job } = await givenJob()
  await claim()
  await fail({ patchDescription: WORDS, reason: reason('secret-found', 'a key in a.txt') }, true)
  const [told] = await listRuns(store, await job())
  expect(told?.reason?.message).toMatch(
    /asks for the same change without it\. The work is saved as a patch: `GET …\/runs\/1\/patch`\.$/,
  )
})

test('the agent runs again if the patch has no description', async () => {
  const { claim, fail, retry, store, job } = await givenJob()
  await claim()
  await fail({}, true)
  const [told] = await listRuns(store, await job())
  expect(told?.reason?.message).toMatch(/`GET …\/runs\/1\/patch`\.$/)
  await retry()
  const again = await claim()
  expect(again).not.toHaveProperty('savedPatch')
  expect(again.prompts).toEqual([{ number: 1, text: 'the prompt' }])
})

test('a retry that fails before it publishes leaves the saved patch to the next one', async () => {
  const { world, key, claim, fail, retry } = await givenJob()
  await claim()
  await fail({ patchDescription: WORDS }, true)
  await retry()
  await advanceJob(world, { ...key, run: 2 }, { type: 'failed', reason: reason('workflow-missing', 'x') })
  await retry()
  await claim()
  await fail({ reason: reason('permission-missing', 'contents') })
  await retry()
  expect((await claim()).savedPatch).toMatchObject(WORDS)
})

test('a message does not publish the saved patch', async () => {
  const { world, key, claim, fail } = await givenJob()
  await claim()
  await fail({ patchDescription: WORDS }, true)
  await world.message(key.job, 'differently')
  const assignment = await claim()
  expect(assignment).not.toHaveProperty('savedPatch')
  expect(assignment.prompts).toEqual([{ number: 2, text: 'differently' }])
})

test('a retry takes new messages, but none from before a cancellation', async () => {
  const { world, key, job, claim, retry } = await givenJob()
  await claim()
  await world.message(key.job, 'left behind')
  await cancelJob(world, key, A_TEST)
  expect(await retry()).toBe('accepted')
  expect((await claim()).prompts).toEqual([{ number: 1, text: 'the prompt' }])
  await cancelJob(world, key, A_TEST)
  await retry()
  await world.message(key.job, 'and this')
  expect((await claim()).prompts.at(-1)).toEqual({ number: 3, text: 'and this' })
  expect((await job()).taken).toBe(3)
})

test('two simultaneous retries make one run', async () => {
  const { claim, fail, retry, job } = await givenJob()
  await claim()
  await fail({})
  const kinds = await Promise.all([retry(), retry(), retry()])
  expect(kinds.toSorted()).toEqual(['accepted', 'active', 'active'])
  expect((await job()).run.number).toBe(2)
})

test('an action without support for saved patches gets none, and its agent works again', async () => {
  const { claim, fail, retry } = await givenJob()
  await claim()
  await fail({ patchDescription: WORDS }, true)
  await retry()
  expect(await claim(['checks'])).not.toHaveProperty('savedPatch')
})
