import { expect, test } from 'vitest'
import { chargeMonthlyBudgets } from '../../../src/app/budgets/budgets.ts'
import { checkBudgets } from '../../../src/app/doctor/check-account.ts'
import { organisationKeys } from '../../../src/app/projects/organisation-settings.ts'
import { startAppServer } from '../../support/app/app-server.ts'

const account = { id: 77, login: 'acme' }
const settings = {
  budgets: [{ name: 'docs', repositories: ['docs'], 'usd-per-month': 10, 'warn-at': 50 }],
}

test('each budget is reported with what is spent, and warns from its warn-at', async () => {
  const { store, database, clock } = await startAppServer()
  const check = () => checkBudgets(`sqlite:${database}`, account, settings, clock.at)
  const spend = async (usd: number) => {
    const budgets = [{ name: 'docs', usdPerMonth: 10, warnAt: 50 }]
    const { checks, set } = await chargeMonthlyBudgets(store, { accountId: 77, budgets }, usd, clock.at)
    await store.commit({ checks, set })
  }
  const date = new Date(clock.at)
  const reset = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1)).toISOString().slice(0, 10)
  await spend(4.5)
  const text = 'acme, docs: 4.50 of 10 US dollars spent this month'
  expect(await check()).toEqual([{ check: 'budget', status: 'ok', text, todo: null }])
  await spend(0.5)
  expect(await check()).toMatchObject([
    {
      status: 'warn',
      text: expect.stringMatching(/; work is refused once it is spent$/),
      todo: `raise usd-per-month, or wait until ${reset}`,
    },
  ])
  await spend(6)
  expect(await check()).toMatchObject([
    {
      status: 'warn',
      text: 'acme, docs: 11.00 of 10 US dollars spent this month; no work is accepted',
      todo: `raise usd-per-month, or wait until ${reset}`,
    },
  ])
})

test('the budgets of the last valid settings are those that the server has read', async () => {
  const { store, database, clock } = await startAppServer()
  const check = () => checkBudgets(`sqlite:${database}`, account, null, clock.at)
  expect(await check()).toEqual([])
  const text = 'budgets: [{ name: docs, repositories: [docs], usd-per-month: 10 }]'
  const value = JSON.stringify({ readAt: clock.at, text, problem: 'prentice.yml: it is invalid' })
  await store.commit({ set: [{ key: organisationKeys.settings(account.id), value }] })
  expect(await check()).toMatchObject([{ text: 'acme, docs: 0.00 of 10 US dollars spent this month' }])
})

test('without budgets, or without a database, nothing is reported', async () => {
  expect(await checkBudgets('sqlite:/nonexistent/prentice.db', account, {}, 0)).toEqual([])
  expect(await checkBudgets('sqlite:/nonexistent/prentice.db', account, settings, 0)).toEqual([])
})
