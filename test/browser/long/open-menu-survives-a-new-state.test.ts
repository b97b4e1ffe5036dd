import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob } from '../support/given-jobs.ts'

const LOG_SWAPS = `window.swaps = 0
document.addEventListener('htmx:after:swap', (event) => { if (event.target.id === 'overview') window.swaps++ })`

/** The page of a queued job, on which a person has opened the menu of the button that stops it. */
async function givenOpenMenu() {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const page = await app.browse('willy')
  await page.addInitScript(LOG_SWAPS)
  await page.goto(job.path)
  const swaps = () => page.evaluate<number>('window.swaps')
  // The stream begins with the present state.
  await expect.poll(swaps).toBe(1)
  await page.locator('#do-stop').click()
  const confirm = page.getByRole('button', { name: 'Stop the run' })
  await confirm.waitFor()
  return { job, page, swaps, confirm }
}

browserTest('a question that a person has opened stays open while the state of the job changes', async () => {
  const { job, page, swaps, confirm } = await givenOpenMenu()
  await confirm.focus()
  await job.runner()
  await expect.poll(swaps).toBeGreaterThan(1)
  expect(await confirm.isVisible()).toBe(true)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Stop the run')
  await page.keyboard.press('Enter')
  await page.getByText('Cancelled').first().waitFor()
})

/** Whether a menu was closed at any time, in any task of the page. */
const LOG_CLOSED = `window.timesClosed = 0
new MutationObserver(() => {
  if (document.querySelector('#overview details[open]') === null) window.timesClosed++
}).observe(document.getElementById('overview'), { childList: true, subtree: true, attributes: true })`

browserTest('it is closed at no time, whatever else arrives', async () => {
  const { job, page, swaps } = await givenOpenMenu()
  await page.evaluate(LOG_CLOSED)
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' })
  await page.locator('#state-words', { hasText: 'Working' }).waitFor()
  await expect.poll(swaps).toBeGreaterThan(1)
  expect(await page.evaluate('window.timesClosed')).toBe(0)
})
