import { expect, test } from 'vitest'
import { chargeMonthlyBudgets } from '../../../../src/app/budgets/budgets.ts'
import { beginHold, releaseHold } from '../../../../src/app/limits/hold.ts'
import type { ProjectCheck } from '../../../../src/app/onboarding/check-project.ts'
import { organisationKeys } from '../../../../src/app/projects/organisation-settings.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { givenUsage } from '../../../support/dashboard/given-usage.ts'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

const ACCOUNT = 77
const ORDER = { by: 'ana', why: 'the model bill' }
const SETTINGS = `budgets:
  - name: docs
    repositories: [docs]
    usd-per-month: 100
    warn-at: 50
  - name: hidden
    repositories: [secret]
    usd-per-month: 100
`

/** A dashboard on which every step is done. */
async function scene() {
  const app = await startDashboard()
  const { store, project, clock } = app
  const check: ProjectCheck = {
    checkedAt: clock.at,
    refused: null,
    workflow: { kind: 'ok', problems: [] },
    settings: { mistakes: [], warnings: [], explained: [] },
    organisation: null,
  }
  await store.commit({ set: [{ key: projectKeys.check(project), value: JSON.stringify(check) }] })
  await app.call('POST', `/v2/agent/${project}/job`, { body: { prompt: 'Fix it' } })
  const rita = await app.signIn('rita')
  const sten = await app.signIn('sten')
  return {
    ...app,
    shown: async () => (await rita.get('')).text,
    writerSees: async () => (await (await app.signIn('willy')).get('')).text,
    usage: async () => (await rita.get('/usage')).text,
    strangerSees: async () => (await sten.get('')).text,
    async spend(name: string, usd: number): Promise<void> {
      const budgets = [{ name, usdPerMonth: 100, warnAt: 50 }]
      const { checks, set } = await chargeMonthlyBudgets(
        store,
        { accountId: ACCOUNT, budgets },
        usd,
        clock.at,
      )
      await store.commit({ checks, set })
    },
  }
}

test('only people who may create a job are invited to create one', async () => {
  const { shown, writerSees } = await scene()
  const [reader, writer] = [await shown(), await writerSees()]
  expect(reader).toContain('Follow the jobs. To create one, you need write access to a repository.')
  expect(reader).not.toContain('Create a job, or')
  expect(reader).not.toContain('href="/dashboard/jobs/new')
  expect(writer).toContain('Create a job, or follow the active jobs.')
  expect(writer).toContain('href="/dashboard/jobs/new')
})

test.each([
  ['account', () => ({ kind: 'account', id: ACCOUNT }) as const],
  ['only project', (project: string) => ({ kind: 'project', id: project }) as const],
])('the first page names who has paused the %s, until it is resumed', async (_, scopeOf) => {
  const { store, project, clock, shown, strangerSees } = await scene()
  const scope = scopeOf(project)
  expect(await shown()).toContain('<h1>Overview</h1>')
  await beginHold(store, scope, ORDER, clock.at, {})
  const text = await shown()
  expect(text).toContain('<h1>New runs are paused</h1>')
  expect(text).toContain('ana has paused new runs: the model bill.')
  expect(text).toContain(`datetime="${new Date(clock.at).toISOString()}"`)
  expect(await strangerSees()).not.toContain('ana has paused')
  await releaseHold(store, scope, clock.at, {})
  expect(await shown()).toContain('<h1>Overview</h1>')
})

test('the first page and the usage page warn of a budget beyond its warn-at, and say that one is spent', async () => {
  const { store, project, clock, shown, usage, spend } = await scene()
  const value = JSON.stringify({ readAt: clock.at, text: SETTINGS, problem: null })
  await store.commit({ set: [{ key: organisationKeys.settings(ACCOUNT), value }] })
  await givenUsage(store, { accountId: ACCOUNT, projects: [project], now: clock.at, days: 1, perDay: 1 })
  await spend('hidden', 200)
  await spend('docs', 49.99)
  expect(await shown()).not.toContain('Budget ')
  expect(await usage()).not.toContain('Nearly spent')
  await spend('docs', 0.01)
  const warned = await shown()
  expect(warned).toContain('<h1>Overview</h1>')
  expect(warned).toContain('Budget docs: $50.00 of $100.00 spent this month. When it is spent')
  expect(warned).not.toContain('Budget hidden')
  expect(await usage()).toMatch(/Budget docs, this month: <strong>\$50\.00 of \$100\.00<.*Nearly spent/)
  await spend('docs', 60)
  const spent = await shown()
  expect(spent).toContain('<h1>The budget is spent</h1>')
  expect(spent).toContain(
    '$110.00 of $100.00 spent this month. The projects that it covers accept no new work',
  )
  expect(await usage()).toContain('Limit reached')
})

test('once everything is set up, the first page leads those who may write to a new job', async () => {
  const { shown, writerSees } = await scene()
  expect(await writerSees()).toMatch(/href="\/dashboard\/jobs\/new[^"]*">.*New job<\/a>/)
  expect(await shown()).not.toContain('New job')
})
