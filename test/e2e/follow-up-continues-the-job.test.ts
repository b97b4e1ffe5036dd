import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { ModelRequest } from '../../sandbox/model/model.ts'
import { createJob, pollUntilFinal, runsOf, sendMessage, watchUntilFinal } from '../support/world/jobs.ts'
import { cloneOf, pullsOf, readPull } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const Asked = z.object({
  messages: z.tuple([z.object({ content: z.tuple([z.object({ text: z.string() })]) })]),
})

/** What the model was told before its first answer. */
const firstTextOf = (request: ModelRequest | undefined): string =>
  Asked.parse(request?.body).messages[0].content[0].text

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

test('a follow-up adds a commit to the branch and pull request of its job, and the model knows the earlier turn', async () => {
  const prompt = 'Replace "dog" with "cat" in README.md'
  const first = await pollUntilFinal(world, (await createJob(world, prompt)).id)
  const { id, prLink, source } = first.job
  const asked = world.model?.requests().length ?? 0

  const answer = await sendMessage(world, id, 'Replace "Rex" with "Tom" in src/name.txt')
  expect(answer).toEqual({ ...first.job, status: 'active' })
  const second = await watchUntilFinal(world, id)
  expect(second.job).toEqual(first.job)
  // Active from the answer on, and with the pull request all the time.
  expect(second.seen).toEqual([answer, first.job])

  expect((await pullsOf(world)).filter(({ head }) => head.ref === source.ref)).toHaveLength(1)
  const { git } = await cloneOf(world, source.ref ?? '')
  expect(await git('rev-list', '--count', 'origin/main..HEAD')).toBe('2')
  expect(await git('diff', '--name-only', 'origin/main', 'HEAD')).toBe('README.md\nsrc/name.txt')
  expect((await readPull(world, prLink)).head.sha).toBe(await git('rev-parse', 'HEAD'))

  const runs = await runsOf(world, id)
  expect(runs.map(({ number, state }) => `${number} ${state}`)).toEqual(['1 succeeded', '2 succeeded'])
  const told = firstTextOf(world.model?.requests()[asked])
  expect(told).toContain(`Asked: ${prompt}\n`)
  expect(told).toContain(`Summary: ${runs[0]?.summary}\n`)
  expect(told).toContain('\n-A dog.\n+A cat.\n')
})

test('a failed job accepts a message', async () => {
  const { id } = await createJob(world, 'Create notes.md with "One"', { ref: 'nowhere' })
  const failed = await pollUntilFinal(world, id)
  expect([failed.job.status, failed.reason]).toEqual(['failed', 'ref-not-found'])
  expect((await runsOf(world, id))[0]?.reason?.message).toContain(
    'does not exist in the repository: nowhere, the `ref` of the job.',
  )

  await world.github.commitFile({
    owner: 'sandbox-org',
    name: 'pets',
    branch: 'nowhere',
    path: 'new.md',
    text: 'New\n',
    message: 'Push the branch',
  })
  expect((await sendMessage(world, id, 'Create notes.md with "Two"')).status).toBe('active')
  const { job } = await pollUntilFinal(world, id)
  expect(job.status).toBe('completed')
  expect((await readPull(world, job.prLink)).base.ref).toBe('nowhere')
})
