import { afterEach, beforeEach, expect, test } from 'vitest'
import type { RequestRecord } from '../../../sandbox/github/state/traffic.ts'
import { untilQuiet } from '../../support/world/feedback.ts'
import { createJob, lastRunOf, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { workflowRunOf } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

/** GitHub grants an installation 5,000 an hour; each is also time that a job takes. */
const MAX_REST_CALLS = { withFeedback: 20, without: 12 }

let world: TestWorld
beforeEach(async () => {
  world = await startTestWorld()
})
afterEach(() => world?.close())

test(`a plain job with a check run asks GitHub's API at most ${MAX_REST_CALLS.withFeedback} times`, async () => {
  const rest = await restOf('Replace "dog" with "cat" in README.md', 1)
  expect(rest.length).toBeLessThanOrEqual(MAX_REST_CALLS.withFeedback)
})

test(`without feedback it asks at most ${MAX_REST_CALLS.without} times, app and action together`, async () => {
  await world.github.commitFile({
    owner: 'sandbox-org',
    name: 'pets',
    branch: 'main',
    path: '.github/prentice.yml',
    text: 'feedback: { check-run: false, comment: false }\n',
    message: 'Switch feedback off',
  })
  const rest = await restOf('Replace "Rex" with "Tom" in src/name.txt', 0)
  expect(rest.length).toBeLessThanOrEqual(MAX_REST_CALLS.without)
})

/** The requests to the API that a job takes, app and action together. `checkRuns`: how many of them show a check run. */
async function restOf(prompt: string, checkRuns: number): Promise<readonly RequestRecord[]> {
  await untilQuiet(world)
  const before = world.github.requests().length
  const { id } = await createJob(world, prompt)
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  const run = await lastRunOf(world, id)
  await until('the workflow run to complete', () =>
    workflowRunOf(world, run).state === 'completed' ? true : null,
  )
  const shown = () =>
    world.github
      .requests()
      .slice(before)
      .filter(({ path }) => path.includes('/check-runs'))
  await until('the check runs', () => (shown().length >= checkRuns ? true : null))
  await untilQuiet(world)
  expect(shown()).toHaveLength(checkRuns)
  const made = world.github.requests().slice(before)
  const rest = made.filter(({ surface }) => surface === 'rest')
  const git = made.filter(({ surface }) => surface === 'git')
  console.info(`${rest.length} REST, ${git.length} git:\n${made.map(lineOf).join('\n')}`)
  expect(rest.filter(({ status }) => status >= 400 && status !== 404)).toEqual([])
  return rest
}

const lineOf = ({ surface, method, path, status, credential }: RequestRecord): string =>
  `  ${surface.padEnd(4)} ${method.padEnd(6)} ${status} ${path} (${credential})`
