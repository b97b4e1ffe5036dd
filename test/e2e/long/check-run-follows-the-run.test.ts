import { afterAll, beforeAll, expect, test } from 'vitest'
import { allCheckRunsAt, checkRunsAt, untilCheckRun } from '../../support/world/feedback.ts'
import { createJob, lastRunOf, pollUntilFinal, sendMessage, untilRunIs } from '../../support/world/jobs.ts'
import { readPull } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const headOf = async (prLink: string | null): Promise<string> => (await readPull(world, prLink)).head.sha

test('each pushed head has a check run, and a follow-up shows its progress on the head before', async () => {
  const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md')
  const { job } = await pollUntilFinal(world, id)
  const first = await headOf(job.prLink)
  expect(await untilCheckRun(world, first, 'completed')).toMatchObject({
    name: 'Prentice',
    conclusion: 'success',
    app: { slug: 'prentice-sandbox' },
    output: { title: expect.stringMatching(/^#\d+ ready · 1 file · \d+ s · \$/) },
  })

  const held = holdWait(world)
  await sendMessage(world, id, 'Wait 5 seconds\nReplace "Rex" with "Tom" in src/name.txt')
  await held.arrived
  const working = await untilCheckRun(world, first, 'in_progress')
  expect(working.output.title).toMatch(/^(Preparing|Working)/)
  held.release()
  await pollUntilFinal(world, id)
  const second = await headOf(job.prLink)
  expect(second).not.toBe(first)
  expect((await untilCheckRun(world, second, 'completed')).conclusion).toBe('success')
  expect(await untilCheckRun(world, first, 'completed')).toMatchObject({
    id: working.id,
    conclusion: 'success',
  })
  expect(await checkRunsAt(world, 'main')).toEqual([])
})

test('the buttons stop and retry for people who may write, however often the webhook arrives', async () => {
  const { id } = await createJob(world, 'Create notes.md with "One"')
  const { job } = await pollUntilFinal(world, id)
  const head = await headOf(job.prLink)
  const { id: ended } = await untilCheckRun(world, head, 'completed')
  const held = holdWait(world)
  await sendMessage(world, id, 'Wait 5 seconds\nAppend "Two" to notes.md')
  await held.arrived
  const working = await untilCheckRun(world, head, 'in_progress')

  world.github.routeWebhooks(({ event }) => (event === 'check_run' ? [0, 100] : [0]))
  for (const role of ['stranger', 'read']) await click(working.id, 'stop', role)
  // The check run of the run before has no such button any more, and its "Re-run" is out of date.
  await click(ended, null, 'write')
  expect((await lastRunOf(world, id)).state).toBe('running')
  await click(working.id, 'stop', 'write')
  expect((await untilRunIs(world, id, 'cancelled')).reason?.message).toContain(
    `Cancelled by @${loginOf('write')}`,
  )
  held.release()
  expect((await untilCheckRun(world, head, 'completed')).conclusion).toBe('cancelled')

  await click(working.id, 'retry', 'read')
  expect((await lastRunOf(world, id)).number).toBe(2)
  await click(working.id, 'retry', 'write')
  expect((await untilRunIs(world, id, 'succeeded')).number).toBe(3)
  world.github.routeWebhooks(null)
  expect((await untilCheckRun(world, await headOf(job.prLink), 'completed')).conclusion).toBe('success')
})

const loginOf = (role: string): string => {
  const person = world.people.find((one) => one.role === role)
  if (person === undefined) throw new Error(`the world has nobody with the role ${role}`)
  return person.login
}

async function click(checkRunId: number, identifier: string | null, role: string): Promise<void> {
  const [owner = '', name = ''] = world.repository.split('/')
  world.github.clickCheckRun({ owner, name, checkRunId, identifier, login: loginOf(role) })
  await world.github.settled()
}

test('a rate limit and a killed server delay the check run, and there is one', async () => {
  const limit = { status: 403, message: 'You have exceeded a secondary rate limit.', retryAfter: 1 }
  world.github.failNext(/^POST \S+\/check-runs/, { ...limit, processed: true })
  const held = world.github.holdRequest(
    ({ method, path }) => method === 'POST' && path.endsWith('/check-runs'),
  )
  const { id } = await createJob(world, 'Create other.md with "One"')
  await held.arrived
  held.release()
  const { job } = await pollUntilFinal(world, id)
  await world.stopApp('SIGKILL')
  await world.startApp()
  const head = await headOf(job.prLink)
  expect((await untilCheckRun(world, head, 'completed')).conclusion).toBe('success')
  await world.github.settled()
  expect(await allCheckRunsAt(world, head)).toHaveLength(1)
})
