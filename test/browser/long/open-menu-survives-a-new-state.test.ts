import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob, work } from '../support/given-jobs.ts'

browserTest('a question that a person has opened stays open while the state of the run changes', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  const page = await app.browse('willy')
  await page.goto(job.path)
  await page.locator('#do-stop').click()
  const confirm = page.getByRole('button', { name: 'Stop the run' })
  await confirm.focus()
  await runner.report({ type: 'stage', stage: 'agent' }, ...work(1, 'src/one.ts'))
  await page.getByText('Working, step 1').waitFor()
  expect(await confirm.isVisible()).toBe(true)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop the run')
  await page.keyboard.press('Enter')
  await page.getByText('Cancelled', { exact: false }).first().waitFor()
})
