import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkRunsAt, untilCheckRun } from '../support/world/feedback.ts'
import { createJob, pollUntilFinal, sendMessage } from '../support/world/jobs.ts'
import { readPull } from '../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

test('each pushed head has a check run, and a follow-up shows its progress on the head before', async () => {
  const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md')
  const { job } = await pollUntilFinal(world, id)
  const first = (await readPull(world, job.prLink)).head.sha
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
  const second = (await readPull(world, job.prLink)).head.sha
  expect(second).not.toBe(first)
  expect((await untilCheckRun(world, second, 'completed')).conclusion).toBe('success')
  expect(await untilCheckRun(world, first, 'completed')).toMatchObject({
    id: working.id,
    conclusion: 'success',
  })
  expect(await checkRunsAt(world, 'main')).toEqual([])
})
