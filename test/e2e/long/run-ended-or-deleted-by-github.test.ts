import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createJob,
  lastRunOf,
  pollUntilFinal,
  sendMessage,
  until,
  untilRunIs,
} from '../../support/world/jobs.ts'
import { untilWorkflowRunEnds, workflowRunOf } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
let at: { owner: string; name: string }
beforeAll(async () => {
  world = await startTestWorld()
  const [owner = '', name = ''] = world.repository.split('/')
  at = { owner, name }
})
afterAll(() => world?.close())

async function failsAndGoesOn(id: string, code: string, words: RegExp): Promise<void> {
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['failed', code])
  expect((await lastRunOf(world, id)).reason?.message).toMatch(words)
  await sendMessage(world, id, `Create ${code}.md with "x"`)
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
}

test('a run that GitHub ends at its time limit fails with that reason, and a message continues the job', async () => {
  const { id } = await createJob(world, 'Wait 600 seconds')
  const run = await untilRunIs(world, id, 'running')
  await until('the agent to work', () => (world.model?.requests().length ? true : null))
  world.github.timeOutRun({ ...at, runId: workflowRunOf(world, run).id })
  await failsAndGoesOn(
    id,
    'runner-timed-out',
    /time limit \(timed_out, while it worked\)\. Raise `timeout-minutes`/,
  )
})

test('a run that is deleted before the app has read its conclusion fails with that reason, and a message continues the job', async () => {
  world.runner.killAt('Claim the run')
  const earlier = world.runner.runs().map((run) => run.id)
  const hold = world.github.holdRequest(({ method, path }) => {
    const asked = /\/actions\/runs\/(\d+)$/.exec(path)?.[1]
    return method === 'GET' && asked !== undefined && !earlier.includes(Number(asked))
  })
  const { id } = await createJob(world, 'Create never.md with "x"')
  await hold.arrived
  const { id: runId } = await untilWorkflowRunEnds(world, await lastRunOf(world, id))
  world.github.deleteRun({ ...at, runId })
  hold.release()
  await failsAndGoesOn(id, 'run-gone', /no longer exists on GitHub: it was deleted/)
})
