import { expect, test } from 'vitest'
import { followPullRequest } from '../../../src/app/jobs/follow-pull-request.ts'
import {
  receiveCommitReverts,
  receivePullReverts,
  revertedCommits,
  revertedPulls,
} from '../../../src/app/outcomes/reverts.ts'
import { DAY_MS, outcomeWorld, shaOf } from './delivered-job.ts'

test.each<[string, number[]]>([
  ['Reverts acme/docs#5', [5]],
  ['Reverts ACME/Docs#5\r\n\r\nIt broke the build.', [5]],
  ['Reverts #5\nReverts #6', [5, 6]],
  ['Reverts other/docs#5', []],
  ['This Reverts acme/docs#5', []],
  ['> Reverts acme/docs#5', []],
  ['Reverts acme/docs#5 partly', []],
])('the body %j reverts %j', (body, numbers) => {
  expect(revertedPulls(body, 'acme/docs')).toEqual(numbers)
})

test.each<[string, string[]]>([
  [`Revert "x"\n\nThis reverts commit ${shaOf(1)}.`, [shaOf(1)]],
  [`Revert "x"\n\nThis reverts commit ${shaOf(1)}, reversing\nchanges made to ${shaOf(2)}.`, [shaOf(1)]],
  ['This reverts commit abc1234.', []],
  [`He said: This reverts commit ${shaOf(1)}`, []],
])('the message %j reverts %j', (message, shas) => {
  expect(revertedCommits([message])).toEqual(shas)
})

test('only the beginning of a text is scanned', () => {
  const filler = 'x\n'.repeat(2_000)
  expect(revertedPulls(`${filler}Reverts #5`, 'acme/docs')).toEqual([])
  expect(revertedCommits([`${filler}This reverts commit ${shaOf(1)}`])).toEqual([])
})

async function merged(endedBefore = 0) {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  world.change(5, { state: 'closed', merged: true, endedAt: world.clock.at })
  await followPullRequest(world, key, { number: 5, change: 'closed' })
  await world.takeDue()
  world.clock.at += endedBefore
  const { project } = await world.workRequest()
  const state = async () => {
    while ((await world.takeDue()) > 0);
    return {
      at: (await world.outcome(key))?.pulls[0]?.revertedAt,
      sum: (await world.report(40)).total.reverted,
    }
  }
  return { world, project, state }
}

test('a merged pull request that names it, and a pushed commit that names its commit, revert it', async () => {
  for (const kind of ['pull', 'commit'] as const) {
    const { world, project, state } = await merged(DAY_MS)
    const at = world.clock.at
    if (kind === 'pull') await receivePullReverts(world, project, { numbers: [5, 99], branch: 'main', at })
    else await receiveCommitReverts(world, project, { shas: [shaOf(3)], branch: 'main', at })
    expect(await state()).toEqual({ at, sum: 1 })
    if (kind === 'pull')
      await receivePullReverts(world, project, { numbers: [5], branch: 'main', at: at + 9 })
    world.clock.at += 10
    expect(await state()).toEqual({ at, sum: 1 })
  }
})

test('a revert after 30 days, and one on another branch, do not count', async () => {
  const late = await merged(31 * DAY_MS)
  await receivePullReverts(late.world, late.project, {
    numbers: [5],
    branch: 'main',
    at: late.world.clock.at,
  })
  expect(await late.state()).toEqual({ at: undefined, sum: 0 })
  const other = await merged()
  const at = other.world.clock.at
  await receiveCommitReverts(other.world, other.project, { shas: [shaOf(3)], branch: 'revert-5', at })
  expect(await other.state()).toEqual({ at: undefined, sum: 0 })
})

test('a revert that arrives before the merge is recorded waits for it', async () => {
  const world = await outcomeWorld()
  const key = await world.deliver(5)
  world.change(5, { state: 'closed', merged: true, endedAt: world.clock.at })
  const { project } = await world.workRequest()
  await receivePullReverts(world, project, { numbers: [5], branch: 'main', at: world.clock.at })
  await world.takeDue()
  await followPullRequest(world, key, { number: 5, change: 'closed' })
  await world.takeDue()
  world.clock.at += 60_000
  await world.takeDue()
  expect((await world.outcome(key))?.pulls[0]).toHaveProperty('revertedAt')
})
