import { expect } from 'vitest'
import { givenUsage } from '../../support/dashboard/given-usage.ts'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'

browserTest('a person looks at the usage of one project and at the audit log', async () => {
  const app = await givenDashboard()
  const now = app.clock.at
  await givenUsage(app.store, { accountId: 77, projects: [app.project], now, days: 30, perDay: 5 })
  const page = await app.browse('olga')
  await page.goto('/dashboard/usage')
  await page.getByRole('link', { name: '7 days' }).click()
  await page.waitForURL(/days=7/)
  expect(await page.getByRole('img', { name: /^Cost per day/ }).count()).toBe(1)
  await page.getByRole('link', { name: 'acme/docs' }).first().click()
  await page.getByText('Only acme/docs').waitFor()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByLabel('Category').selectOption('session')
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.waitForURL(/category=session/)
  expect(await page.getByRole('row').count()).toBe(2)
})
