import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  cancelJob,
  createJob,
  lastRunOf,
  pollUntilFinal,
  sendMessage,
  untilRunIs,
} from '../support/world/jobs.ts'
import { readPull, rest, untilWorkflowRunEnds } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
  await world.github.settled()
  world.github.changeWebhookUrl(world.github.deliveries()[0]?.appId ?? 0, '')
})
afterAll(() => world?.close())
afterEach(async () => {
  await world.github.settled()
  const last = world.github.deliveries().slice(-1)
  expect(last.map(({ error }) => error)).toEqual([expect.stringContaining('no webhook address')])
})

const setDraft = (draft: boolean) =>
  world.github.commitFile({
    ...{ owner: 'sandbox-org', name: 'pets', branch: 'main', path: '.github/prentice.yml' },
    ...{ text: `draft: ${draft}\n`, message: 'Change the settings' },
  })

test('a job and its follow-up after a merge nobody told of', async () => {
  const { job } = await pollUntilFinal(world, (await createJob(world, 'Create a.md with "1"')).id)
  expect(job.status).toBe('completed')
  const { number } = await readPull(world, job.prLink)
  await rest(world, `/pulls/${number}/merge`, { method: 'PUT', body: {} })
  await sendMessage(world, job.id, 'Append "2" to a.md')
  const next = (await pollUntilFinal(world, job.id)).job
  expect(next.status).toBe('completed')
  expect(next.prLink).not.toBe(job.prLink)
})

test('a config nobody told of counts', async () => {
  await setDraft(true)
  onTestFinished(async () => void (await setDraft(false)))
  const { job } = await pollUntilFinal(world, (await createJob(world, 'Create b.md with "1"')).id)
  expect((await readPull(world, job.prLink)).draft).toBe(true)
})

test('a cancelled run ends', async () => {
  const { id } = await createJob(world, 'Wait 600 seconds')
  await untilRunIs(world, id, 'running')
  await cancelJob(world, id)
  const run = await lastRunOf(world, id)
  const { conclusion } = await untilWorkflowRunEnds(world, run)
  expect(conclusion).toBe('cancelled')
})
