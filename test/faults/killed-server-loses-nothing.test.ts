import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal, runsOf, until } from '../support/world/jobs.ts'
import { cloneOf, pullsOf, readPull } from '../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const hold = (call: RegExp) => world.github.holdRequest(({ method, path }) => call.test(`${method} ${path}`))

/** Created, and its agent waits for the model's first answer until it is released. */
async function createAtWork(prompt: string): Promise<{ id: string; release(): void }> {
  const { arrived, release } = holdWait(world)
  const { id } = await createJob(world, `Wait 1 second\n${prompt}`)
  await arrived
  return { id, release }
}

/** The job was done once: one run, one workflow run for it, one pull request with its one commit. */
async function expectDoneOnce(id: string, path: string): Promise<void> {
  const { job, reason } = await pollUntilFinal(world, id, 60_000)
  expect([job.status, reason]).toEqual(['completed', null])
  const runs = await runsOf(world, id)
  expect(runs.map(({ state }) => state)).toEqual(['succeeded'])
  const pulls = (await pullsOf(world)).filter(({ head }) => head.ref === job.source.ref)
  expect(pulls.map(({ html_url }) => html_url)).toEqual([job.prLink])
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('1')
  expect(await git('diff', '--name-only', 'origin/main', 'HEAD')).toBe(path)
  expect((await readPull(world, job.prLink)).head.sha).toBe(await git('rev-parse', 'HEAD'))
}

test('five jobs, each at another moment, survive one SIGKILL and are done once', async () => {
  const before = world.runner.runs().length
  const confirming = hold(/^GET \/\S+\/pulls\/\d+$/)
  const delivered = await createJob(world, 'Create delivered.md with "x"')
  await confirming.arrived

  const proposing = hold(/^POST \/\S+\/pulls$/)
  const published = await createJob(world, 'Create published.md with "x"')
  await proposing.arrived

  const working = await createAtWork('Create working.md with "x"')

  const dispatching = hold(/^POST \/\S+\/dispatches$/)
  const dispatched = await createJob(world, 'Create dispatched.md with "x"')
  await dispatching.arrived

  const preparing = hold(/^GET \/repos\/[^/]+\/[^/]+$/)
  const accepted = await createJob(world, 'Create accepted.md with "x"')
  await preparing.arrived

  await world.stopApp('SIGKILL')
  for (const held of [confirming, proposing, dispatching, preparing]) held.release()
  await world.startApp()
  working.release()

  await expectDoneOnce(delivered.id, 'delivered.md')
  await expectDoneOnce(published.id, 'published.md')
  await expectDoneOnce(working.id, 'working.md')
  await expectDoneOnce(dispatched.id, 'dispatched.md')
  await expectDoneOnce(accepted.id, 'accepted.md')
  expect(world.runner.runs()).toHaveLength(before + 5)
})

test('a server that is away while the work ends hears of it when it is back', async () => {
  const { id, release } = await createAtWork('Create away.md with "x"')
  await world.stopApp('SIGKILL')
  release()
  await until('the agent to end and to wait for the server', () =>
    world.runner
      .runs()
      .at(-1)
      ?.log.some((line) => line.includes('Plan what to publish'))
      ? true
      : null,
  )
  await world.startApp()
  await expectDoneOnce(id, 'away.md')
})

test('a planned restart in the middle is not noticed either', async () => {
  const { id, release } = await createAtWork('Create restart.md with "x"')
  await world.stopApp('SIGTERM')
  await world.startApp()
  release()
  await expectDoneOnce(id, 'restart.md')
})
