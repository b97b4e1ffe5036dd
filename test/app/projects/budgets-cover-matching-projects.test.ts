import { expect, test } from 'vitest'
import { createJob } from '../../../src/app/jobs/create-job.ts'
import { parseProjectConfig } from '../../../src/app/projects/config/parse-project-config.ts'
import { withBudgets } from '../../../src/app/projects/match-budgets.ts'
import { keySpace } from '../../../src/app/store/key-space.ts'
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

test('a budget that was raised is read within minutes of the next refused request', async () => {
  const world = await organisationWithBudgets(budget(10))
  const create = async () => {
    const request = { prompt: 'x', ref: null, model: null, draft: null }
    return createJob(world, { ...(await world.workRequest()), ...request })
  }
  await world.refresh()
  await world.spendElsewhere('docs', 10)
  world.file.text = budget(20)
  for (let times = 0; times < 3; times++) expect((await create()).kind).toBe('budget-exhausted')
  const due = await world.store.list({ prefix: keySpace.refresh(), limit: 10 })
  expect(due.map(({ key }) => key)).toEqual([keySpace.refreshProject('prj_ya', world.clock.at + 5 * 60_000)])
  world.clock.at += 5 * 60_000
  await world.projects.refreshDue('prj_ya')
  expect((await create()).kind).toBe('accepted')
})
