import { expect, test } from 'vitest'
import { messageKeys } from '../../../src/app/job-store/messages.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { archiveJob } from '../../../src/app/jobs/archive-job.ts'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { DAY_MS, PROJECT, restingWorld, takeDue } from './idle-job.ts'

test('the schema and the output of a job are deleted with its prompts', async () => {
  const world = await restingWorld()
  const request = { ...(await world.workRequest()), ref: null, model: null, draft: null }
  const created = await createJob(world, { ...request, prompt: 'x', outputSchema: { type: 'integer' } })
  if (created.kind !== 'accepted') throw new Error(created.kind)
  const key = { project: PROJECT, job: created.id }
  await (await seatedRunner(world, key)).finish('80', { output: { port: 80 } })
  const keys = [messageKeys.record(key.job, 1), runKeys.result(key.job, 1)]
  const stored = async () => (await world.store.getMany(keys)).join('')
  await archiveJob(world, key, A_TEST)
  expect(await stored()).toMatch(/"integer".*"port":80/)
  for (const days of [0, 30]) {
    world.clock.at += 60_000 + days * DAY_MS
    await takeDue(world)
  }
  expect(await stored()).toBe('')
})
