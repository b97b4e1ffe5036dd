import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { browserTest } from '../support/browse.ts'
import { type BrowsedDashboard, givenDashboard } from '../support/given-dashboard.ts'

const github = () => dispatchingGithub([], { listBranches: async () => ['main'] })

/** Half a second each way, and 50 KB a second. */
async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  const speed = { latency: 500, downloadThroughput: 50_000, uploadThroughput: 50_000 }
  await session.send('Network.emulateNetworkConditions', { offline: false, ...speed })
}

async function fillIn(page: Page): Promise<void> {
  await page.goto('/dashboard/jobs/new')
  await page.getByLabel('Prompt').fill('Rewrite the greeting')
}

async function countJobs({ call }: BrowsedDashboard): Promise<number> {
  return ((await call('GET', '/v2/jobs')).json as { jobs: unknown[] }).jobs.length
}

browserTest.each([true, false])(
  'on a slow network, two presses of a button create one job (JavaScript: %s)',
  async (hasJavaScript) => {
    const app = await givenDashboard({ github: github() })
    const page = await app.browse('willy', { hasJavaScript })
    await slowDown(page)
    await fillIn(page)
    const button = page.getByRole('button', { name: 'Start the job' })
    await button.scrollIntoViewIfNeeded()
    const { x = 0, y = 0 } = (await button.boundingBox()) ?? {}
    // The mouse itself, as a locator waits for the next page before its second press.
    await page.mouse.dblclick(x + 5, y + 5)
    await page.getByText('The job was created.').waitFor()
    expect(await countJobs(app)).toBe(1)
  },
)

browserTest.each([true, false])(
  'a form whose response was lost is sent again, and creates one job (JavaScript: %s)',
  async (hasJavaScript) => {
    const app = await givenDashboard({ github: github() })
    const page = await app.browse('willy', { hasJavaScript, mayLoseConnection: true })
    await fillIn(page)
    let isLost = true
    await page.route(/\/dashboard\/jobs(\?|$)/, async (route) => {
      if (!isLost || route.request().method() !== 'POST') return route.continue()
      isLost = false
      // As if the server were killed after its commit, and before it answered.
      await route.fetch({ maxRedirects: 0 })
      await route.abort('connectionreset')
    })
    await page.getByRole('button', { name: 'Start the job' }).click({ noWaitAfter: true })
    await expect.poll(() => page.url()).toMatch(/^chrome-error:|\/dashboard\/jobs(\?|$)/)
    await expect.poll(() => countJobs(app)).toBe(1)
    await page.reload()
    await page.getByText('The job was created.').waitFor()
    expect(await countJobs(app)).toBe(1)
  },
)

browserTest('a page that cannot load the script works as one without JavaScript', async () => {
  const app = await givenDashboard({ github: github() })
  const page = await app.browse('willy', { mayLoseConnection: true })
  await page.route('**/assets/*.js', (route) => route.abort('timedout'))
  await fillIn(page)
  await page.getByRole('button', { name: 'Start the job' }).click()
  await page.getByText('The job was created.').waitFor()
  await page.locator('#do-stop').click()
  await page.getByRole('button', { name: 'Stop the run' }).click()
  await page.getByText('The run was stopped.').waitFor()
})
