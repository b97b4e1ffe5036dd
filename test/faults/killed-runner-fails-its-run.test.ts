import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunView } from '../../src/contract/run.ts'
import {
  createJob,
  lastRunOf,
  pollUntilFinal,
  readJob,
  sendMessage,
  until,
  untilRunIs,
} from '../support/world/jobs.ts'
import { pullsOf, workflowRunOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const kill = (run: RunView) => expect(world.runner.kill(workflowRunOf(world, run).id, 'SIGKILL')).toBe(true)

test('while the agent works: failed with its reason within seconds, and a message starts anew', async () => {
  const { id } = await createJob(world, 'Create a.md with "1"\nWait 600 seconds')
  kill(await untilRunIs(world, id, 'running'))
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason, job.prLink]).toEqual(['failed', 'runner-failed', null])
  expect((await lastRunOf(world, id)).reason?.message).toContain('failure, while it worked')

  await sendMessage(world, id, 'Create b.md with "2"')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
})

test('killed after it opened the pull request: the job names that pull request and continues on it', async () => {
  const before = (await pullsOf(world)).length
  world.github.failNext(/^POST \/\S+\/pulls$/, 'drop-after')
  let isOpened = false
  const lookingAgain = world.github.holdRequest(({ method, path }) => {
    isOpened ||= method === 'POST' && path.endsWith('/pulls')
    return isOpened && method === 'GET' && /\/pulls\?\S*state=open/.test(path)
  })
  const { id } = await createJob(world, 'Create c.md with "1"')
  await lookingAgain.arrived
  const pulls = await pullsOf(world)
  expect(pulls).toHaveLength(before + 1)
  kill(await lastRunOf(world, id))
  lookingAgain.release()
  const { reason } = await pollUntilFinal(world, id)
  expect(reason).toBe('runner-failed')
  const job = await until('the work to be read back', async () => {
    const now = await readJob(world, id)
    return now.prLink === null ? null : now
  })
  expect(pulls.map(({ html_url, head }) => `${html_url} ${head.ref}`)).toContain(
    `${job.prLink} ${job.source.ref}`,
  )

  await sendMessage(world, id, 'Append "2" to c.md')
  expect((await pollUntilFinal(world, id)).job).toEqual({ ...job, status: 'completed' })
  expect(await pullsOf(world)).toHaveLength(before + 1)
})

test('while no webhook comes through: failed as soon as one does', async () => {
  const appId = world.github.deliveries()[0]?.appId ?? 0
  const { id } = await createJob(world, 'Wait 600 seconds')
  const run = await untilRunIs(world, id, 'running')
  world.github.changeWebhookUrl(appId, '')
  kill(run)
  const lost = await until('the webhook to be lost', () => {
    const last = world.github
      .deliveries()
      .findLast(({ event, action }) => event === 'workflow_run' && action === 'completed')
    return last?.error ? last : null
  })
  expect((await readJob(world, id)).status).toBe('active')
  world.github.changeWebhookUrl(appId, `${world.baseUrl}/api/github/webhooks`)
  world.github.redeliver(lost.guid)
  expect((await pollUntilFinal(world, id)).reason).toBe('runner-failed')
})
