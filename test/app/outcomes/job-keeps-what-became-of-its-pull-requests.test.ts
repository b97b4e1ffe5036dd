import { expect, test } from 'vitest'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import { lookEntry } from '../../../src/app/job-store/job-commit.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { followPullRequest } from '../../../src/app/jobs/follow-pull-request.ts'
import { costPerAccepted, medianToMerge, pendingOf } from '../../../src/app/usage/outcome-sums.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { DAY_MS, OURS, outcomeWorld, PROJECT, shaOf } from './delivered-job.ts'

const follow = (
  world: Parameters<typeof followPullRequest>[0],
  key: { project: string; job: string },
  number: number,
) => followPullRequest(world, key, { number, change: 'closed' })

test('a pull request is pending, then accepted, with the time to its merge and the cost of its job', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5, { costUsd: 2 })
  expect(await world.outcome(key)).toMatchObject({ costUsd: 2, pulls: [{ number: 5, state: 'pending' }] })
  const pending = (await world.report()).total
  expect([pending.jobs, pending.delivered, pendingOf(pending), costPerAccepted(pending)]).toEqual([
    1,
    1,
    1,
    null,
  ])

  world.clock.at += 3_600_000
  world.change(5, { state: 'closed', merged: true, endedAt: world.clock.at })
  await follow(world, key, 5)
  await world.takeDue()
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'accepted', peopleCommits: 0 }])
  const { total, projects, models, origins } = await world.report()
  expect(total).toMatchObject({ jobs: 1, delivered: 1, accepted: 1, zeroTouch: 1, rejected: 0 })
  expect(Math.abs((medianToMerge(total) ?? 0) / 3_600_000 - 1)).toBeLessThan(0.05)
  expect(costPerAccepted(total)).toBe(2)
  expect(
    [projects, models, origins].map((sums) => sums.map(({ name, accepted }) => [name, accepted])),
  ).toEqual([[[PROJECT, 1]], [['anthropic/x', 1]], [['api', 1]]])
})

test('a merge weeks after the run counts on the day of the run', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  const day = Math.floor(world.clock.at / DAY_MS) * DAY_MS
  world.clock.at += 21 * DAY_MS
  world.change(5, { state: 'closed', merged: true, endedAt: world.clock.at })
  await follow(world, key, 5)
  await world.takeDue()
  const { perDay, total } = await world.report(30)
  expect(perDay.filter(({ accepted }) => accepted > 0).map((one) => one.day)).toEqual([day])
  expect(total.accepted).toBe(1)
  expect((await world.report(7)).total.jobs).toBe(0)
})

test('a closed pull request is rejected, and pending again when it is reopened, until it is merged', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  const states: unknown[] = []
  const end = { state: 'closed', endedAt: world.clock.at + 5 } as const
  for (const change of [end, { state: 'open', endedAt: undefined } as const, { ...end, merged: true }]) {
    world.clock.at += 10
    world.change(5, change)
    await followPullRequest(world, key, {
      number: 5,
      change: change.state === 'open' ? 'reopened' : 'closed',
    })
    await world.takeDue()
    const { total } = await world.report()
    states.push([
      (await world.outcome(key))?.pulls[0]?.state,
      total.accepted,
      total.rejected,
      pendingOf(total),
    ])
  }
  expect(states).toEqual([
    ['rejected', 0, 1, 0],
    ['pending', 0, 0, 1],
    ['accepted', 1, 0, 0],
  ])
  expect((await world.outcome(key))?.pulls[0]).not.toHaveProperty('revertedAt')
})

test('a merge of which no webhook told is found by a later look, and looks become rarer', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  const start = world.clock.at
  const days: number[] = []
  for (let tries = 0; tries < 10; tries++) {
    const [at] = await world.dueTimes()
    if (at === undefined) break
    days.push((at - start) / DAY_MS)
    world.clock.at = at
    await world.takeDue()
  }
  expect(days).toEqual([1, 4, 16, 64, 256])
  expect(world.asked).toHaveLength(5)

  const lost = await world.deliver(6)
  world.change(6, { state: 'closed', merged: true, endedAt: world.clock.at + 60_000 })
  world.clock.at += DAY_MS
  await world.takeDue()
  expect((await world.outcome(lost))?.pulls).toMatchObject([{ state: 'accepted' }])
  expect(await world.dueTimes()).toEqual([])
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'pending' }])
})

test('a pull request that was merged before the server had verified it is accepted', async () => {
  const world = await outcomeWorld()
  const { id } = await world.newJob()
  const key = { project: PROJECT, job: id }
  world.pulls.set(5, {
    ...{ number: 5, url: 'https://x/5', state: 'closed', merged: true, draft: false },
    ...{
      headRepositoryId: 1234,
      headBranch: 'x',
      headSha: shaOf(1),
      baseRepositoryId: 1234,
      baseBranch: 'main',
    },
    authorId: 41,
  })
  await world.run(key, 1, { number: 5, url: 'https://x/5', state: 'merged' }, shaOf(1))
  await world.takeDue()
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'accepted', endedAt: world.clock.at }])
})

test('follow-ups and their cost count for the job; the commits of all its runs are no commits by people', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5, { costUsd: 1 })
  await world.message(key.job, 'and the tests')
  await world.run(key, 0.5, { number: 5, url: 'https://x/5', state: 'open' }, shaOf(2))
  world.shown.commits = [OURS, { ...OURS, sha: shaOf(2) }]
  world.change(5, { state: 'closed', merged: true })
  await follow(world, key, 5)
  await world.takeDue()
  expect(await world.outcome(key)).toMatchObject({
    costUsd: 1.5,
    pulls: [{ followUps: 1, state: 'accepted', peopleCommits: 0 }],
  })
})

test('a job that continues after the end of its pull request has two; news of the first still count', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  world.change(5, { state: 'closed' })
  await follow(world, key, 5)
  await world.takeDue()
  await world.message(key.job, 'again')
  world.pulls.set(6, { ...(world.pulls.get(5) as never as object), number: 6, state: 'open' } as never)
  await world.run(key, 1, { number: 6, url: 'https://x/6', state: 'open' }, shaOf(2))
  expect((await world.report()).total).toMatchObject({ jobs: 1, delivered: 2, rejected: 1, followUps: 0 })

  world.change(5, { state: 'closed', merged: true })
  await follow(world, key, 5)
  await world.takeDue()
  expect((await world.outcome(key))?.pulls.map(({ state }) => state)).toEqual(['accepted', 'pending'])
})

test('a job without a known price is named, and neither its cost nor its merge is in the cost of an accepted one', async () => {
  const world = await outcomeWorld()
  for (const [number, costUsd] of [
    [5, 3],
    [6, null],
  ] as const) {
    const key = await world.deliver(number, { costUsd })
    world.change(number, { state: 'closed', merged: true })
    await follow(world, key, number)
  }
  await world.takeDue()
  const { total } = await world.report()
  expect(total).toMatchObject({ accepted: 2, unpricedJobs: 1, costUsd: 3, pricedAccepted: 1 })
  expect(costPerAccepted(total)).toBe(3)
})

test('a job that delivered nothing has a cost, and an accepted pull request bears it', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5, { costUsd: 1 })
  const { id } = await world.newJob()
  await world.run({ project: PROJECT, job: id }, 4, null, '')
  world.change(5, { state: 'closed', merged: true })
  await follow(world, key, 5)
  await world.takeDue()
  const { total } = await world.report()
  expect([total.jobs, total.delivered, costPerAccepted(total)]).toEqual([2, 1, 5])
})

test('a question is no delivery, until the job makes a change', async () => {
  const world = await outcomeWorld()
  const { id } = await world.newJob()
  const key = { project: PROJECT, job: id }
  await updateJob(world, key, (job) => ({
    transition: applied({ ...job, run: { ...job.run, mode: 'ask' } }),
    outcome: null,
  }))
  await world.run(key, 1, null, '')
  expect((await world.report()).total.jobs).toBe(0)
  expect(await world.outcome(key)).toMatchObject({ isChange: false, costUsd: 1 })
  await world.message(id, 'do it')
  await world.run(key, 2, null, '')
  expect((await world.report()).total).toMatchObject({ jobs: 1, costUsd: 3, delivered: 0 })
})

test('the outcome of a job whose first run ended before the upgrade stays unknown', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  // An older server has written the record.
  await updateJob(world, key, (job) => {
    const { outcome: _, ...older } = job
    return { transition: applied(older as typeof job), outcome: null }
  })
  await world.message(key.job, 'again')
  await world.run(key, 1, { number: 5, url: 'https://x/5', state: 'open' }, shaOf(2))
  expect(await world.outcome(key)).toBeUndefined()
  expect(await world.takeDue()).toBe(0)
})

test('an outage of GitHub is retried, and a refused fact stays unknown', async () => {
  const state = { isDown: true }
  const world = await outcomeWorld({
    async listPullCommits() {
      if (state.isDown) throw new GithubUnavailable('down', 1)
      throw new GithubRefused(reason('permission-missing', 'no'), { status: 403 })
    },
  })
  const key = await world.deliver(5)
  world.change(5, { state: 'closed', merged: true })
  await follow(world, key, 5)
  await world.takeDue()
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'pending' }])
  state.isDown = false
  await passMinutes(world, 5)
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'accepted' }])
  expect((await world.report()).total).toMatchObject({ accepted: 1, zeroTouch: 0, touchUnknown: 1 })
})

async function passMinutes(world: Awaited<ReturnType<typeof outcomeWorld>>, minutes: number): Promise<void> {
  for (let half = 0; half < 2 * minutes; half++) {
    world.clock.at += 30_000
    await world.takeDue()
  }
}

test.each([401, 403, 404])('one refusal with %i that GitHub takes back costs no fact', async (status) => {
  const refusals = [1, 2, 3].map(() => new GithubRefused(reason('repository-gone', 'no'), { status }))
  const world = await outcomeWorld({
    async listPullCommits() {
      const refusal = refusals.pop()
      if (refusal !== undefined) throw refusal
      return [OURS]
    },
    findInstallation: async () => null,
  })
  const key = await world.deliver(5)
  world.change(5, { state: 'closed', merged: true })
  await follow(world, key, 5)
  await passMinutes(world, 5)
  expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'accepted', peopleCommits: 0 }])
})

test('a merge is recorded although GitHub shows the pull request as open, or not at all, when its webhook comes', async () => {
  for (const isShown of [true, false]) {
    const world = await outcomeWorld()
    const key = await world.deliver(5)
    const open = world.pulls.get(5)
    if (!isShown) world.pulls.delete(5)
    await world.store.commit({ set: [lookEntry(key, world.clock.at, { number: 5, at: world.clock.at })] })
    await world.takeDue()
    expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'pending' }])
    if (open !== undefined) world.pulls.set(5, { ...open, state: 'closed', merged: true })
    await passMinutes(world, 1)
    expect((await world.outcome(key))?.pulls).toMatchObject([{ state: 'accepted' }])
  }
})

test('a look at a job that is gone, or that a webhook repeats, changes nothing', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  world.change(5, { state: 'closed', merged: true })
  for (let again = 0; again < 3; again++) {
    await world.store.commit({ set: [lookEntry(key, world.clock.at, { number: 5 })] })
    await world.takeDue()
  }
  await world.store.commit({ set: [lookEntry({ ...key, job: 'job_none' }, world.clock.at, {})] })
  expect(await world.takeDue()).toBe(1)
  expect((await world.report()).total).toMatchObject({ delivered: 1, accepted: 1 })
})
