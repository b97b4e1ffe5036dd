import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '../../support/app/open-stream.ts'
import {
  call,
  createJob,
  pollUntilFinal,
  runsOf,
  sendMessage,
  until,
  untilRunIs,
  watchUntilFinal,
} from '../../support/world/jobs.ts'
import { cloneOf, pullsOf } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const isPush = ({ surface, path }: { surface: string; path: string }) =>
  surface === 'git' && path.endsWith('/git-receive-pack')

test('a running agent takes it up between its steps: one run, one pull request', async () => {
  const wait = 'Wait 1 second'
  const first = holdWait(world)
  const { id } = await createJob(
    world,
    ['Create one.md with "1"', wait, 'Create two.md with "2"', wait].join('\n'),
  )
  await first.arrived
  expect((await sendMessage(world, id, 'Create three.md with "3"')).status).toBe('active')
  const second = holdWait(world)
  first.release()
  await second.arrived
  // What the server answers to the report of a later step brings the message.
  const caller = { url: world.baseUrl, key: world.apiKey }
  const events = await openStream(caller, `/v2/agent/${world.projectId}/job/${id}`)
  await events.until(({ name, data }) => name === 'tool' && data.target === 'two.md')
  second.release()
  const { job } = await pollUntilFinal(world, id)
  expect(job.status).toBe('completed')
  expect(await runsOf(world, id)).toHaveLength(1)
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('diff', '--name-only', 'origin/main', 'HEAD')).toBe('one.md\nthree.md\ntwo.md')
})

test('a message that arrives during the push opens the next run; the job stays active between the runs', async () => {
  const hold = world.github.holdRequest(isPush)
  const { id } = await createJob(world, 'Create late.md with "1"')
  await hold.arrived
  expect((await untilRunIs(world, id, 'publishing')).number).toBe(1)
  await sendMessage(world, id, 'Append "2" to late.md')
  await sendMessage(world, id, 'Append "3" to late.md')
  await sendMessage(world, id, 'Append "4" to late.md')
  hold.release()

  const { job, seen } = await watchUntilFinal(world, id)
  expect(seen.map(({ status }) => status)).toEqual(['active', 'active', 'completed'])
  expect(seen.map(({ prLink }) => prLink)).toEqual([null, job.prLink, job.prLink])
  const runs = await runsOf(world, id)
  expect(runs.map(({ state }) => state)).toEqual(['succeeded', 'succeeded'])
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:late.md')).toBe('1234')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('2')
  const pulls = await pullsOf(world)
  expect(pulls.filter(({ head }) => head.ref === job.source.ref)).toHaveLength(1)
})

test('the 21st that waits is refused, and those before it all count', async () => {
  const hold = world.github.holdRequest(isPush)
  const { id } = await createJob(world, 'Create many.md with "0"')
  await hold.arrived
  for (let n = 1; n <= 20; n++) await sendMessage(world, id, `Append "${n}" to many.md`)
  const refused = await call(world, `/job/${id}/message`, { prompt: 'Append "21" to many.md' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toEqual({ error: expect.stringMatching(/^20 messages are already waiting/) })
  hold.release()
  const { job } = await pollUntilFinal(world, id)
  expect(await runsOf(world, id)).toHaveLength(2)
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:many.md')).toBe(Array.from({ length: 21 }, (_, n) => n).join(''))
})

test('the workflow runs end by themselves', async () => {
  await until('all workflow runs to end', () =>
    world.runner.runs().every(({ conclusion }) => conclusion === 'success') ? true : null,
  )
})
