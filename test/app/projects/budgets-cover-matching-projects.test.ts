import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { budgetsAcross, withBudgets } from '../../../src/app/projects/match-budgets.ts'
import { forgetReading, readSwitchedOff } from '../../../src/app/projects/organisation-settings.ts'
import { parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { loadProject } from '../../../src/app/projects/project.ts'
import { refreshDueProject, refreshKeys } from '../../../src/app/projects/refresh-project.ts'
import { organisationWithBudgets } from '../../support/app/organisation-with-budgets.ts'

const budget = (usd: number) => `budgets: [{ name: docs, repositories: [docs], usd-per-month: ${usd} }]`

test('a budget covers the repositories that a glob matches, under their current names', () => {
  const parsed = parseProjectConfig([])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  const organisation = {
    budgets: [
      { name: 'docs', repositories: ['docs-*', 'acme/handbook'], 'usd-per-month': 50 },
      { name: 'all', repositories: ['*'], 'usd-per-month': 90, 'warn-at': 60 },
    ],
  }
  const all = { name: 'all', usdPerMonth: 90, warnAt: 60 }
  const docs = { name: 'docs', usdPerMonth: 50, warnAt: 80 }
  const before = withBudgets(parsed.config, organisation, { owner: 'acme', name: 'docs-api' })
  expect(before.budgets).toEqual([docs, all])
  expect(withBudgets(before, organisation, { owner: 'acme', name: 'api' }).budgets).toEqual([all])
  expect(withBudgets(before, organisation, { owner: 'acme', name: 'Handbook' }).budgets).toEqual([docs, all])
  expect(withBudgets(before, {}, { owner: 'acme', name: 'docs-api' })).toEqual(parsed.config)
})

const create = async (world: Awaited<ReturnType<typeof organisationWithBudgets>>) =>
  createJob(world, { ...(await world.workRequest()), prompt: 'x', ref: null, model: null, draft: null })

test('without a webhook, a raised budget is read once a minute while requests are refused', async () => {
  const world = await organisationWithBudgets(budget(10))
  const refreshes = async () => {
    const due = await world.store.list({ prefix: refreshKeys.queue(), limit: 10 })
    return due.map(({ key }) => key)
  }
  await world.refresh()
  await world.spendElsewhere('docs', 10)
  world.file.text = budget(20)
  expect((await create(world)).kind).toBe('budget-exhausted')
  expect(await refreshes()).toEqual([])
  world.clock.at += 60_000
  for (let times = 0; times < 3; times++) expect((await create(world)).kind).toBe('budget-exhausted')
  const minute = world.clock.at - (world.clock.at % 60_000)
  expect(await refreshes()).toEqual([refreshKeys.project('prj_ya', minute)])
  await refreshDueProject(world, 'prj_ya')
  expect((await create(world)).kind).toBe('accepted')
})

test('a budget applies to all projects as soon as one of them has read it', async () => {
  const world = await organisationWithBudgets('draft: true')
  await world.refresh()
  await world.spendElsewhere('docs', 10)
  const { project } = await world.workRequest()
  world.file.text = budget(10)
  await world.store.commit(
    await forgetReading(world.store, project.accountId, { ms: 0, now: world.clock.at }),
  )
  // Only the settings of the account are read: the record of the project stays as it was.
  await readSwitchedOff(world, project)
  expect((await world.workRequest()).project.config).not.toHaveProperty('budgets')
  expect(await create(world)).toMatchObject({ kind: 'budget-exhausted', budget: { name: 'docs' } })
})

test('other work gets its turn while budgets are looked up for many projects', async () => {
  const world = await organisationWithBudgets(budget(10))
  await world.refresh()
  const project = await loadProject(world.store, 'prj_ya')
  if (project === null) throw new Error('no project')
  const projects = Array.from({ length: 400 }, (_, i) => ({ ...project, name: `docs${i}` }))
  let turns = 0
  let isDone = false
  async function countTurns() {
    for (; !isDone; turns++) await setImmediate()
  }
  const counted = countTurns()
  const [found] = await budgetsAcross(world.store, project.accountId, [...projects, project], world.clock.at)
  isDone = true
  await counted
  expect(found).toMatchObject({ name: 'docs', coversAll: false })
  expect(turns).toBeGreaterThanOrEqual(100)
})
