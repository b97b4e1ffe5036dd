import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestRecord } from '../../sandbox/github/state/traffic.ts'
import { workedTwice } from '../support/world/agent-run-counts.ts'
import { recount } from '../support/world/check-indexes.ts'
import { createJob, pollUntilFinal, runsOf, until } from '../support/world/jobs.ts'
import { pullsOf } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld(undefined, { instances: 2 })
})
afterAll(() => world?.close())

const DISPATCH = /^POST \/\S+\/dispatches$/
const holdDispatch = () => world.github.holdRequest(({ method, path }) => DISPATCH.test(`${method} ${path}`))

test('GitHub started it and the answer was lost: it is not started again', async () => {
  world.github.failNext(DISPATCH, 'drop-after')
  const { id } = await createJob(world, 'Create a.md with "1"')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  expect((await runsOf(world, id))[0]?.workflowRunUrl).toMatch(/\/actions\/runs\/\d+$/)
  expect(world.runner.runs()).toHaveLength(1)
})

// Whether a dispatch started anything is asked after 30 seconds: sooner, it might still be on its way.
test('the server was halted over two, past their leases: another one makes up for them, and the late ones do nothing', async () => {
  const [halted, other] = world.apps
  await other?.stop('SIGTERM')
  const late = holdDispatch()
  const overtaken = await createJob(world, 'Create b.md with "1"')
  await late.arrived
  const never = holdDispatch()
  const lost = await createJob(world, 'Create c.md with "1"')
  await never.arrived
  halted?.signal('SIGSTOP')
  world.balancer?.setExcluded(0, true)
  await other?.start()
  for (const { id } of [overtaken, lost]) {
    expect((await pollUntilFinal(world, id, 60_000)).job.status).toBe('completed')
  }
  const before = await Promise.all([overtaken, lost].map(({ id }) => runsOf(world, id)))
  expect(world.runner.runs()).toHaveLength(3)

  world.github.failNext(DISPATCH, 'drop-before')
  never.release()
  const unanswered = ({ method, path, status }: RequestRecord) =>
    DISPATCH.test(`${method} ${path}`) && status === 0
  await until('the lost one to be lost', () =>
    world.github.requests().filter(unanswered).length === 2 ? true : null,
  )
  halted?.signal('SIGCONT')
  world.balancer?.setExcluded(0, false)
  late.release()
  const refused = await until('the late one to run and to be refused', () => {
    const last = world.runner.runs()[3]
    return last?.state === 'completed' ? last : null
  })
  expect(refused).toMatchObject({ conclusion: 'success' })
  expect(workedTwice(world.runner.runs())).toEqual([])
  expect(await Promise.all([overtaken, lost].map(({ id }) => runsOf(world, id)))).toEqual(before)
  expect(before).toMatchObject([[{ state: 'succeeded' }], [{ state: 'succeeded' }]])
  expect(await pullsOf(world)).toHaveLength(3)
  expect((await recount(world.databaseUrl)).wrong).toEqual([])
})
