import { expect } from 'vitest'
import { applied } from '../../../src/app/domain/transition.ts'
import { updateJob } from '../../../src/app/records/update-job.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob, work } from '../support/given-jobs.ts'

browserTest('an error of a part is shown above the page, which keeps what it has', async () => {
  let isDown = false
  const app = await givenDashboard({
    store: (store) => ({
      ...store,
      // Only the page of a job reads it, not its stream.
      get: (key) =>
        isDown && key.startsWith('shown/') ? Promise.reject(new StoreUnavailable('down')) : store.get(key),
    }),
  })
  const job = await givenJob(app, 'Speed up the search')
  const page = await app.browse('rita')
  await page.goto(job.path)
  await page.locator('#state-words', { hasText: 'Queued' }).waitFor()
  isDown = true
  const runner = await job.runner()
  await page.locator('#flash').getByText('cannot reach its database').waitFor()
  expect(await page.locator('#state-words', { hasText: 'Queued' }).count()).toBe(1)
  expect(await page.locator('h1').count()).toBe(1)
  isDown = false
  await runner.report({ type: 'stage', stage: 'agent' })
  await (await runner.fail('the provider answered 529')).confirm()
  await page.locator('#state-words', { hasText: 'Failed' }).waitFor()
})

browserTest('a live page is left and returned to without an error, and continues', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' }, ...work(1, 'src/one.ts'))
  const page = await app.browse('rita')
  await page.goto(job.path)
  await page.locator('#L1-3').waitFor()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await runner.report(...work(2, 'src/two.ts'))
  await page.goBack()
  await page.locator('#L1-5').waitFor({ state: 'attached' })
  await runner.report(...work(3, 'src/three.ts'))
  await page.locator('#L1-7').waitFor({ state: 'attached' })
  const lines = await page.locator('.line').evaluateAll((all) => all.map(({ id }) => id))
  expect(lines).toEqual(['L1-3', 'L1-5', 'L1-7'])
})

browserTest('a folded file opens in its place, under the policy', async () => {
  const patch = `@@ -0,0 +1,900 @@\n${'+<img src=x onerror=alert(1)>\n'.repeat(900)}`
  const file = { path: 'large.ts', previousPath: null, status: 'added', patch } as const
  const app = await givenDashboard({ github: dispatchingGithub([], { compareBranches: async () => [file] }) })
  const job = await givenJob(app, 'Speed up the search')
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  await updateJob(deps, job.key, (found) => ({
    transition: applied({ ...found, branchExists: true, base: 'main' }),
    outcome: null,
  }))
  const page = await app.browse('rita')
  await page.goto(`${job.path}/diff`)
  await page.getByRole('link', { name: 'Show this file' }).click()
  await page.getByText('<img src=x').first().waitFor()
  expect(page.url()).toMatch(/\/diff$/)
  expect(await page.locator('#file-1 img').count()).toBe(0)
})

browserTest('a page whose reader signs out elsewhere leads to the sign-in', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const page = await app.browse('rita')
  await page.goto(job.path)
  await page.locator('#state-words', { hasText: 'Queued' }).waitFor()
  const { id = 0 } = app.github.people.rita ?? {}
  await app.people.endAll(id, A_TEST)
  await page.waitForURL(/\/dashboard\/sign-in\?to=/)
})
