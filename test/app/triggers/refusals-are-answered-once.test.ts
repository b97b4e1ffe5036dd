import { expect, test } from 'vitest'
import { addSpending, chargeMonthlyBudgets } from '../../../src/app/budgets/budgets.ts'
import { GithubRefused, GithubUnavailable } from '../../../src/app/github/errors.ts'
import { changeProject } from '../../../src/app/projects/refresh-project.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { AT, comment, triggerWorld, WRITTEN } from './trigger-world.ts'

test('the rate limit is answered with the time of the next request', async () => {
  const world = await triggerWorld({ rateLimit: 1 })
  await world.receive(comment('/prentice fix it'))
  await world.receive(comment('/prentice and this', { comment: 901 }))
  await world.work()
  expect((await world.asked())[0]?.messages).toHaveLength(1)
  expect(world.told.at(-1)).toEqual({
    issue: 12,
    comment: expect.stringContaining(
      'has reached its limit of 1 requests per hour. Ask again after 13:00 UTC on 2026-11-20.',
    ),
  })
})

test('the daily budget is answered with the time of the next day', async () => {
  const world = await triggerWorld({ dailyCostUsd: 2 })
  await world.store.commit(await addSpending(world.store, 'prj_ya', 2, AT))
  await world.receive(comment('/prentice fix it'))
  await world.work()
  expect(await world.asked()).toEqual([])
  expect(world.told.at(-1)).toMatchObject({
    comment: expect.stringContaining('daily budget of $2. Ask again after 00:00 UTC on 2026-11-21.'),
  })
})

test('a spent budget of the organisation is answered with its name and the next month, without its amount', async () => {
  const text = 'budgets: [{ name: docs, repositories: ["*"], usd-per-month: 3 }]'
  const world = await triggerWorld({ github: { readOrganisationFile: async () => ({ kind: 'file', text }) } })
  const budgets = [{ name: 'docs', usdPerMonth: 3, warnAt: 80 }]
  const charge = await chargeMonthlyBudgets(world.store, { accountId: 77, budgets }, 3, AT)
  await world.store.commit({ checks: charge.checks, set: charge.set })
  await world.receive(comment('/prentice fix it'))
  await world.work()
  expect(await world.asked()).toEqual([])
  expect(world.told.at(-1)).toMatchObject({
    comment: expect.stringContaining(
      'The monthly budget `docs` of the organisation is spent. Ask again after 00:00 UTC on 2026-12-01.',
    ),
  })
})

test('a message after twenty waiting ones is answered with the limit', async () => {
  const world = await triggerWorld()
  for (let n = 0; n < 23; n++) await world.receive(comment(`/prentice change ${n}`, { comment: n }))
  await world.work()
  expect(world.told.at(-1)).toMatchObject({ comment: expect.stringContaining('Twenty messages wait') })
})

test('an outage of GitHub delays a comment, and its answer', async () => {
  let calls = 0
  const posted: string[] = []
  const world = await triggerWorld({
    github: {
      async createComment(_, __, body) {
        calls += 1
        if (calls === 1) throw new GithubUnavailable('down', world.clock.at + 15_000)
        posted.push(body)
        return WRITTEN
      },
      findOwnComment: async () => null,
    },
  })
  await world.receive(comment('/prentice help'))
  await world.work()
  await world.work()
  expect([calls, posted.length]).toEqual([1, 0])
  world.clock.at += 15_000
  await world.work()
  expect(posted).toEqual([expect.stringMatching(/<!-- prentice:reply:comment-900 -->$/)])
  expect(await world.due()).toEqual([])
})

test('an answer whose response was lost is not given twice', async () => {
  const posted: string[] = []
  const world = await triggerWorld({
    github: {
      async createComment(_, __, body) {
        posted.push(body)
        throw new GithubUnavailable('no response', world.clock.at)
      },
      findOwnComment: async (_, issue, { marker }) =>
        issue === 12 && posted.some((body) => body.includes(marker)) ? 5 : null,
    },
  })
  await world.receive(comment('/prentice help'))
  await world.work()
  await world.work()
  expect(posted).toHaveLength(1)
  expect(await world.due()).toEqual([])
})

test('an installation without the permission still gets its job, without a reaction', async () => {
  const world = await triggerWorld({
    github: {
      react: async () => ({ kind: 'not-granted', detail: 'issues' }),
    },
  })
  await world.receive(comment('/prentice fix it'))
  await world.work()
  expect(await world.asked()).toHaveLength(1)
  expect(world.logged.join('\n')).toContain('GitHub refuses the answer to a comment')
  expect(await world.due()).toEqual([])
})

test('a request ends if the App was suspended meanwhile', async () => {
  const world = await triggerWorld({
    github: { permissionOf: () => Promise.reject(new GithubRefused(reason('app-suspended'))) },
  })
  await world.receive(comment('/prentice fix it'))
  await world.work()
  expect(await world.due()).toEqual([])
  expect(world.logged.join('\n')).toContain('GitHub refuses what a comment needs')
})

test('without the App, or with comments switched off, there is no answer', async () => {
  for (const change of [{ installationId: null }, { isDeleted: true, installationId: null }]) {
    const world = await triggerWorld()
    await world.receive(comment('/prentice fix it'))
    await changeProject(world.store, 'prj_ya', (project) => ({ ...project, ...change }))
    await world.work()
    expect([world.told, await world.due()]).toEqual([[], []])
  }
  const off = await triggerWorld({ settings: 'triggers: { comments: false }' })
  await off.receive(comment('/prentice fix it'))
  await off.work()
  expect([off.told, await off.due()]).toEqual([[], []])
})
