import { expect, test } from 'vitest'
import { addSpending } from '../../../../src/app/budgets/budgets.ts'
import { changeProject } from '../../../../src/app/projects/refresh-project.ts'
import { buildAssignment } from '../../../../src/app/runs/assignment/build-assignment.ts'
import { claimedRun } from '../../../support/app/claimed-run.ts'
import { useCases } from '../../../support/app/use-cases.ts'

type Limits = NonNullable<Parameters<Parameters<typeof changeProject>[2]>[0]['config']>['limits']

/** The limits of a run of a project with these settings, of whose 50 US dollars of the day so much is spent. */
async function limitsOf(settings: Partial<Limits>, spentUsd = 0) {
  const world = await useCases()
  const { key, job } = await claimedRun(world)
  await changeProject(world.store, 'prj_ya', (project) =>
    project.config === null
      ? project
      : { ...project, config: { ...project.config, limits: { ...project.config.limits, ...settings } } },
  )
  await world.store.commit(await addSpending(world.store, 'prj_ya', spentUsd, world.clock.at))
  const { limits } = await buildAssignment(world, key, await job(), { isPublic: false, allowsSetup: true })
  return limits
}

test('the limits of the server apply if the settings name none', async () => {
  expect(await limitsOf({})).toEqual({ steps: 100, seconds: 1800, costUsd: 5, tokens: 10_000_000 })
})

test('limits in the settings replace those of the server', async () => {
  expect(await limitsOf({ steps: 7, minutes: 2.5, costUsd: 1, tokens: 5_000 })).toEqual({
    steps: 7,
    seconds: 150,
    costUsd: 1,
    tokens: 5_000,
  })
})

test('a run has at least a second', async () => {
  expect((await limitsOf({ minutes: 0.001 })).seconds).toBe(1)
})

test('a run may cost the rest of the daily budget, and at least a cent', async () => {
  const { costUsd, costBudget } = await limitsOf({}, 46)
  expect([costUsd, costBudget]).toEqual([
    4,
    "all that was left of the project's budget for today. New work is refused until the next day begins, at 00:00 UTC",
  ])
  expect(await limitsOf({ costUsd: 4 }, 46)).not.toHaveProperty('costBudget')
  expect((await limitsOf({}, 49.995)).costUsd).toBe(0.01)
  expect((await limitsOf({}, 60)).costUsd).toBe(0.01)
})
