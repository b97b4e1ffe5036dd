import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, runsOf, until, untilRunIs } from '../support/world/jobs.ts'
import { pullsOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const failures = () => world.github.requests().filter(({ status }) => status >= 500).length

/** A job that meets the failure. It continues while the others meet theirs. */
async function jobMeeting(match: RegExp, status: number, name: string): Promise<string> {
  const before = failures()
  world.github.failNext(match, status)
  const { id } = await createJob(world, `Create ${name}.md with "Hello"`)
  await until(`the failure of ${name} to be met`, () => (failures() > before ? true : null))
  return id
}

// Together, because each waits: 15 seconds after a failed question, 30 after a dispatch that may have started.
test('a failed question, dispatch, confirmation or revocation delays a job and no more', async () => {
  const jobs = [
    await jobMeeting(/^POST \/\S+\/dispatches$/, 502, 'dispatch'),
    await jobMeeting(/^GET \/repos\/[^/]+\/[^/]+$/, 503, 'question'),
    await jobMeeting(/^GET \/\S+\/pulls\/\d+$/, 500, 'confirmation'),
    await jobMeeting(/^DELETE \/installation\/token$/, 503, 'revocation'),
  ]
  const [dispatch = ''] = jobs
  expect(await untilRunIs(world, dispatch, 'dispatching')).toMatchObject({ workflowRunUrl: null })
  for (const id of jobs) {
    const { job } = await pollUntilFinal(world, id, 60_000)
    expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })
    expect(await runsOf(world, id)).toMatchObject([{ number: 1, state: 'succeeded' }])
  }
  expect(failures()).toBe(jobs.length)
  expect(await pullsOf(world)).toHaveLength(jobs.length)
  expect(world.runner.runs()).toHaveLength(jobs.length)
})
