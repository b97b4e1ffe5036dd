import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelJob,
  createJob,
  lastRunOf,
  pollUntilFinal,
  readJob,
  runsOf,
  sendMessage,
  until,
  untilRunIs,
} from '../../support/world/jobs.ts'
import { cloneOf, pullsOf, rest, untilWorkflowRunEnds } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const branches = async (): Promise<string[]> =>
  (await rest<{ name: string }[]>(world, '/branches')).map(({ name }) => name)

test('cancel ends the job immediately and the workflow run before its work is done; a message starts it again', async () => {
  const before = { branches: await branches(), pulls: await pullsOf(world) }
  const asked = world.model?.requests().length ?? 0
  const { id } = await createJob(world, 'Create late.md with "x"\nWait 600 seconds')
  await untilRunIs(world, id, 'running')
  await until('the agent to work', () => ((world.model?.requests().length ?? 0) > asked ? true : null))
  expect((await cancelJob(world, id)).status).toBe('failed')
  expect((await cancelJob(world, id)).status).toBe('failed')
  const { job, reason } = await pollUntilFinal(world, id)
  expect(reason).toBe('cancelled')
  expect(job).toMatchObject({ status: 'failed', prLink: null, source: { ref: null } })

  const run = await lastRunOf(world, id)
  expect(run.state).toBe('cancelled')
  expect(run.reason?.message).toMatch(/^Cancelled by API key /)
  const ended = await untilWorkflowRunEnds(world, run)
  expect(ended.conclusion).toBe('cancelled')
  expect(ended.annotations.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    expect.stringMatching(/Cancelled by the (runner|server)/),
  ])
  expect({ branches: await branches(), pulls: await pullsOf(world) }).toEqual(before)

  expect((await sendMessage(world, id, 'Create again.md with "y"')).status).toBe('active')
  const again = await pollUntilFinal(world, id)
  expect(again.job.status).toBe('completed')
  expect((await runsOf(world, id)).map(({ state }) => state)).toEqual(['cancelled', 'succeeded'])
  expect((await cancelJob(world, id)).status).toBe('completed')
})

test('cancelled before its runner started, it never starts', async () => {
  const before = await branches()
  const hold = world.github.holdRequest(({ method, path }) => method === 'POST' && /\/dispatches/.test(path))
  const { id } = await createJob(world, 'Create never.md with "x"')
  await hold.arrived
  await cancelJob(world, id)
  hold.release()
  expect((await pollUntilFinal(world, id)).reason).toBe('cancelled')
  const run = await until('the workflow run of the ended run', async () => {
    const last = await lastRunOf(world, id)
    return last.workflowRunUrl === null ? null : last
  })
  await untilWorkflowRunEnds(world, run)
  expect(await branches()).toEqual(before)
})

test('cancelled between push and pull request: the pushed branch stays, the job shows it and continues from it', async () => {
  const before = (await pullsOf(world)).length
  const hold = world.github.holdRequest(({ method, path }) => method === 'POST' && /\/pulls$/.test(path))
  const { id } = await createJob(world, 'Create half.md with "1"')
  await hold.arrived
  await cancelJob(world, id)
  const run = await lastRunOf(world, id)
  await untilWorkflowRunEnds(world, run)
  hold.release()
  const job = await until('the work to be read back', async () => {
    const now = await readJob(world, id)
    return now.source.ref === null ? null : now
  })
  expect(job).toMatchObject({ status: 'failed', prLink: null })
  expect(await branches()).toContain(job.source.ref)
  expect(await pullsOf(world)).toHaveLength(before)

  await sendMessage(world, id, 'Append "2" to half.md')
  const again = await pollUntilFinal(world, id)
  expect(again.job.status).toBe('completed')
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:half.md')).toBe('12')
})
