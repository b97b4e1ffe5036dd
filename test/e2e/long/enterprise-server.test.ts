import { afterEach, beforeEach, expect, test } from 'vitest'
import { cancelJob, createJob, pollUntilFinal, until, untilRunIs } from '../../support/world/jobs.ts'
import { cloneOf, readPull, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeEach(async () => {
  world = await startTestWorld(undefined, { dialect: 'enterprise' })
})
afterEach(() => world?.close())

const dispatches = () =>
  world.github.requests().flatMap(({ path, status }) => (path.endsWith('/dispatches') ? [status] : []))

interface ListedRun {
  readonly id: number
  readonly html_url: string
  readonly display_title: string
  readonly status: string
  readonly conclusion: string | null
}
const listRuns = async (): Promise<ListedRun[]> =>
  (await rest<{ workflow_runs: ListedRun[] }>(world, '/actions/runs')).workflow_runs

test('the addresses are those of one host', () => {
  expect(world.githubApiUrl).toBe(`${world.githubUrl}/api/v3`)
})

test('a sentence becomes a pull request, and the refused property is sent once and never again', async () => {
  const first = await createJob(world, 'Replace "dog" with "cat" in README.md')
  const { job } = await pollUntilFinal(world, first.id)
  expect(job.status).toBe('completed')
  expect(dispatches()).toEqual([422, 204])
  expect(await readPull(world, job.prLink)).toMatchObject({ state: 'open', head: { ref: job.source.ref } })
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:README.md')).toContain('A cat.')

  const second = await createJob(world, 'Create notes.md with "Hello"')
  expect((await pollUntilFinal(world, second.id)).job.status).toBe('completed')
  expect(dispatches()).toEqual([422, 204, 204])
})

test('a run that no runner has taken is found by its title, to be cancelled and to be asked about', async () => {
  await world.runner.close()
  const cancelled = await createJob(world, 'Create never.md with "Hello"')
  await untilRunIs(world, cancelled.id, 'dispatched')
  const [waiting] = await listRuns()
  expect(waiting).toMatchObject({ status: 'queued', conclusion: null })
  await cancelJob(world, cancelled.id)
  await until('GitHub to have cancelled it', async () => {
    const [run] = await listRuns()
    return run?.id === waiting?.id && run?.conclusion === 'cancelled' ? true : null
  })

  const { id } = await createJob(world, 'Create never.md with "Hello"')
  expect(await untilRunIs(world, id, 'dispatched')).toMatchObject({ workflowRunUrl: null })
  const run = await until('GitHub to have queued it', async () => {
    const [newest] = await listRuns()
    return newest?.id === waiting?.id ? null : (newest ?? null)
  })
  expect(run.display_title).toMatch(/^Prentice run_/)
  await rest(world, `/actions/runs/${run.id}/cancel`, { method: 'POST' })
  const { job, reason } = await pollUntilFinal(world, id)
  expect({ status: job.status, reason }).toEqual({ status: 'failed', reason: 'runner-cancelled' })
  expect(await untilRunIs(world, id, 'failed')).toMatchObject({ workflowRunUrl: run.html_url })
})
