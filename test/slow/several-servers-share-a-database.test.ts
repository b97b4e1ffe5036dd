import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AgentJob } from '../../src/contract/job.ts'
import { workedTwice } from '../support/world/agent-run-counts.ts'
import { recount } from '../support/world/check-indexes.ts'
import { pollUntilFinal, readJob, runsOf } from '../support/world/jobs.ts'
import { pullsOf } from '../support/world/on-github.ts'
import { callPatiently, createPatiently } from '../support/world/patient-caller.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const SERVERS = 3

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld(undefined, { instances: SERVERS, appEnvironment: { RATE_LIMIT: '1000' } })
})
afterAll(() => world?.close())

const restart = async (server: number): Promise<void> => {
  await world.apps[server]?.stop('SIGKILL')
  await world.apps[server]?.start()
}

async function expectDoneOnce(job: AgentJob): Promise<void> {
  expect((await pollUntilFinal(world, job.id, 60_000)).job.status).toBe('completed')
  expect(await runsOf(world, job.id)).toMatchObject([{ number: 1, state: 'succeeded' }])
  expect(workedTwice(world.runner.runs())).toEqual([])
  expect((await recount(world.databaseUrl)).wrong).toEqual([])
}

test('50 equal simultaneous requests to three servers: one job, 50 equal bodies, one use of the rate limit', async () => {
  const create = (idempotencyKey: string) =>
    callPatiently(world, '/job', { prompt: 'Say nothing' }, { idempotencyKey })
  const before = await create('first')
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('fifty')))
  const after = await create('last')
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  const left = [before, after].map(({ headers }) => Number(headers.get('x-ratelimit-remaining')))
  expect((left[0] ?? 0) - (left[1] ?? 0)).toBe(2)
})

test('killed when a job is written and not yet answered: the caller asks again and gets the same job', async () => {
  const jobs = (await recount(world.databaseUrl)).jobs.length
  const answer = world.balancer?.holdResponse(/^POST \/v2\/agent\/[^/]+\/job /)
  const created = createPatiently(world, 'Create unanswered.md with "x"')
  const server = (await answer?.arrived) ?? 0
  const restarted = restart(server)
  answer?.drop()
  await expectDoneOnce(await created)
  await restarted
  expect((await recount(world.databaseUrl)).jobs).toHaveLength(jobs + 1)
})

test('killed when a claim is written and not yet answered: the same runner claims again and works', async () => {
  const answer = world.balancer?.holdResponse(/^POST \/runner\/v1\/claim /)
  const job = await createPatiently(world, 'Create claimed.md with "x"')
  const server = (await answer?.arrived) ?? 0
  const restarted = restart(server)
  answer?.drop()
  await restarted
  await expectDoneOnce(job)
})

test('one after the other is killed while jobs are created: each that was answered is there, and done once', async () => {
  let kills = 0
  const killing = (async () => {
    for (; kills < 4; kills++) await restart(kills % SERVERS)
  })()
  const caller = async (name: number): Promise<AgentJob[]> => {
    const made: AgentJob[] = []
    for (let n = 0; kills < 4; n++) {
      made.push(await createPatiently(world, `Create by-${name}-${n}.md with "x"`))
      await sleep(80)
    }
    return made
  }
  const jobs = (await Promise.all([1, 2, 3, 4].map(caller))).flat()
  await killing
  expect(new Set(jobs.map(({ id }) => id)).size).toBe(jobs.length)
  expect(jobs.length).toBeGreaterThan(40)

  // Those that nobody waits for make room for the others.
  const [kept, rest] = [jobs.slice(-5), jobs.slice(0, -5)]
  for (const { id } of rest) expect((await callPatiently(world, `/job/${id}/cancel`, {})).status).toBe(200)
  for (const { id } of kept) {
    expect((await pollUntilFinal(world, id, 180_000)).job).toMatchObject({ status: 'completed' })
  }
  for (const { id } of rest) expect((await readJob(world, id)).status).not.toBe('active')
  const branches = (await pullsOf(world)).map(({ head }) => head.ref)
  expect(new Set(branches).size).toBe(branches.length)
  expect(workedTwice(world.runner.runs())).toEqual([])
  expect((await recount(world.databaseUrl)).wrong).toEqual([])
})
