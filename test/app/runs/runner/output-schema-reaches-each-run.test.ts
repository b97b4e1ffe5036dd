import { expect, test } from 'vitest'
import { runKeys } from '../../../../src/app/job-store/run-history.ts'
import { createJob } from '../../../../src/app/jobs/create-job.ts'
import { retryJob } from '../../../../src/app/jobs/retry-job.ts'
import { sendMessage } from '../../../../src/app/jobs/send-message.ts'
import { createLog } from '../../../../src/app/log/create-log.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { dispatchRun } from '../../../../src/app/runs/dispatch-run.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'
import { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { SECRET, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

const SCHEMA = { type: 'object', properties: { port: { type: 'integer' } } }

async function asked() {
  const world = await useCases(dispatchingGithub([], { readWorkflowRun: async () => null }))
  const request = await world.workRequest()
  const given = { ref: null, model: null, draft: null, prompt: 'Which port?', outputSchema: SCHEMA }
  const created = await createJob(world, { ...request, ...given })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: 'prj_ya', job: created.id }
  const take = async () => {
    await dispatchRun(world, await world.job(created.id))
    const runner = await seatedRunner(world, key)
    const claimant = { features: FEATURES, isPublic: false, allowsSetup: true }
    const job = await world.job(created.id)
    const assignment = await buildAssignment(world, { ...key, run: runner.number }, job, claimant)
    return { runner, assignment }
  }
  return { world, request: { ...request, job: created.id }, key, take }
}

test('every run gets the schema of the job: the first, a retry and a follow-up', async () => {
  const { world, request, take } = await asked()
  const first = await take()
  expect(first.assignment.outputSchema).toEqual(SCHEMA)
  await (await first.runner.fail('busy')).confirm()
  await retryJob(world, request)
  const again = await take()
  expect(again.assignment.outputSchema).toEqual(SCHEMA)
  await again.runner.finish('80', { output: { port: 80 } })
  await sendMessage(world, { ...request, prompt: 'And now?' })
  expect((await take()).assignment.outputSchema).toEqual(SCHEMA)
})

test('a saved patch brings its output along, for the run that publishes it without the agent', async () => {
  const { world, request, key, take } = await asked()
  const { runner } = await take()
  await runner.keepPatch('a patch')
  const result = ResultRequest.parse({
    ...{ outcome: 'failed', acknowledged: 1, summary: 'Done.', usage: null, published: null },
    reason: reason('push-refused', 'x'),
    patchDescription: { title: 'T', body: 'B', commitMessage: 'M', endedBy: null },
    output: { port: 80 },
  })
  await recordResult({ ...world, ...createLog('silent') }, runner.run, SECRET, result)
  await (await runner.fail('ignored')).confirm()
  expect(await world.store.get(runKeys.result(key.job, 1))).toContain('"port":80')
  await retryJob(world, request)
  expect((await take()).assignment.savedPatch).toMatchObject({ title: 'T', output: { port: 80 } })
})

test.each<[string, unknown]>([
  ['too long', 'x'.repeat(65_536)],
  ['too deep', JSON.parse(`${'['.repeat(101)}${']'.repeat(101)}`)],
  ['of too many values', Array.from({ length: 10_001 }, () => 1)],
])('a report with an output that is %s is refused', (_, output) => {
  const report = { outcome: 'no-change', acknowledged: 1, summary: null, usage: null, headSha: null, output }
  expect(ResultRequest.safeParse(report).success).toBe(false)
})
