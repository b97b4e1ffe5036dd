import { expect, test } from 'vitest'
import { backoff, jitter } from '../../../src/app/domain/backoff.ts'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { cancelJob } from '../../../src/app/jobs/cancel-job.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { claimedRun } from '../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

const MINUTE = 60_000

/** A queued job, on a GitHub that answers its dispatch with this error. */
async function failing(error: (now: number) => Error) {
  let clock = () => 0
  const lines: { level: string; about: unknown; text: string }[] = []
  const github = dispatchingGithub([], {
    findInstallation: async () => null,
    readDefaultHead: async () => {
      throw error(clock())
    },
  })
  const world = await useCases(github)
  clock = () => world.clock.at
  const collect = (level: string) => (about: unknown, text: string) => void lines.push({ level, about, text })
  const log = Object.assign(Object.create(world.log), { warn: collect('warn'), error: collect('error') })
  const { id } = await world.newJob()
  const key = { project: 'prj_ya', job: id }
  return { world: { ...world, log }, key, lines, run: async () => (await world.job(id)).run, id }
}

test.each([
  ['the time that GitHub names', 5 * MINUTE, 5 * MINUTE],
  ['a second, if that time has passed', -MINUTE, 1000],
])('a request that GitHub did not answer is repeated after %s', async (_, retryIn, after) => {
  const { world, key, run, lines, id } = await failing((now) => new GithubUnavailable('502', now + retryIn))
  await advanceDueJob(world, key)
  expect(await run()).toMatchObject({
    ...{ state: 'queued', dueAt: world.clock.at + after + jitter(world.random) },
  })
  expect(lines).toEqual([
    {
      level: 'warn',
      about: { job: id, run: 1, state: 'queued', err: expect.any(GithubUnavailable) },
      text: 'GitHub is not available; the server will retry',
    },
  ])
})

test('work that failed for another reason is repeated later, and logged as an error', async () => {
  const { world, key, run, lines, id } = await failing(() => new Error('a bug'))
  await advanceDueJob(world, key)
  const after = backoff(4, world.random) + jitter(world.random)
  expect(await run()).toMatchObject({ state: 'queued', dueAt: world.clock.at + after })
  expect(lines).toEqual([
    {
      level: 'error',
      about: { job: id, run: 1, state: 'queued', err: expect.any(Error) },
      text: 'work on the run failed; the server will retry',
    },
  ])
})

test('a refusal ends the run with its reason', async () => {
  const { world, key, run, lines, id } = await failing(() => new GithubRefused(reason('app-suspended')))
  await advanceDueJob(world, key)
  expect(await run()).toMatchObject({ state: 'failed', reason: reason('app-suspended') })
  expect(lines).toEqual([
    { level: 'warn', about: { job: id, run: 1, code: 'app-suspended' }, text: 'the run fails' },
  ])
})

test('a run is not worked on before it is due', async () => {
  const { world, key, run, lines } = await failing(() => new Error('a bug'))
  await advanceDueJob(world, key)
  const { dueAt } = await run()
  world.clock.at = (dueAt ?? 0) - 1
  await advanceDueJob(world, key)
  expect([lines.length, (await run()).dueAt]).toEqual([1, dueAt])
  world.clock.at = dueAt ?? 0
  await advanceDueJob(world, key)
  expect(lines).toHaveLength(2)
})

test('nothing is done for a job that does not exist', async () => {
  const world = await useCases()
  await expect(advanceDueJob(world, { project: 'prj_ya', job: 'job_x' })).resolves.toBeUndefined()
})

test('a run that is late fails instead of being repeated', async () => {
  const { world, key, run } = await failing((now) => new GithubUnavailable('502', now))
  await advanceDueJob(world, key)
  world.clock.at += 72 * 60 * MINUTE + 1
  await advanceDueJob(world, key)
  expect(await run()).toMatchObject({ state: 'failed', reason: { code: 'dispatch-failed' } })
})

test('a cleanup that fails delays neither another one nor the run of the job', async () => {
  const read: number[] = []
  const github = dispatchingGithub([], {
    readWorkflowRun: async (_, id) => {
      read.push(id)
      throw new Error('a bug')
    },
    cancelWorkflowRun: async () => {},
  })
  const world = await useCases(github)
  const { key, job } = await claimedRun(world)
  await cancelJob(world, key, A_TEST)
  await world.message(key.job, 'next')
  await advanceDueJob(world, key)
  expect(read).toEqual([1001])
  const { cleanups, run } = await job()
  expect(cleanups).toMatchObject([{ run: 1, dueAt: world.clock.at + backoff(4, world.random) }])
  expect(run).toMatchObject({ number: 2, state: 'dispatched' })

  const at = cleanups[0]?.dueAt ?? 0
  world.clock.at = at - 1
  await updateJob(world, key, (current) => ({
    transition: {
      ...{ kind: 'applied', ended: null },
      job: { ...current, run: { ...current.run, dueAt: null } },
    },
    outcome: null,
  }))
  await advanceDueJob(world, key)
  expect(read).toEqual([1001])
  world.clock.at = at
  await advanceDueJob(world, key)
  expect(read).toEqual([1001, 1001])
})
