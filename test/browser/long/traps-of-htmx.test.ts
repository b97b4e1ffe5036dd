import { expect } from 'vitest'
import { applied } from '../../../src/app/domain/run-state-machine.ts'
import { updateJob } from '../../../src/app/job-store/update-job.ts'
import { StoreUnavailable } from '../../../src/app/store/store.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { dispatchingGithub } from '../../support/app/use-cases.ts'
import { browserTest } from '../support/browse.ts'
import { type BrowsedDashboard, givenDashboard } from '../support/given-dashboard.ts'
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

browserTest('a page whose stream cannot be opened at first opens it later', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const page = await app.browse('rita', { mayLoseConnection: true })
  const failures = ['network', 503, 'network'] as const
  let requests = 0
  await page.route(/\/events\?/, (route) => {
    const failure = failures[requests++]
    if (failure === 'network') return route.abort('connectionrefused')
    return failure === undefined ? route.continue() : route.fulfill({ status: failure })
  })
  await page.goto(job.path)
  await page.locator('#state-words', { hasText: 'Queued' }).waitFor()
  await (await job.runner()).report({ type: 'stage', stage: 'agent' }, ...work(1, 'src/one.ts'))
  await page.locator('#state-words', { hasText: 'Working' }).waitFor()
  await page.locator('.line').first().waitFor({ state: 'attached' })
  expect(requests).toBe(failures.length + 1)
  expect(await page.locator('#connection').innerText()).toBe('')
})

browserTest('a page that may not reconnect loads itself again', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const page = await app.browse('rita', { mayLoseConnection: true })
  const ends = { status: 200, contentType: 'text/event-stream', body: 'retry: 10\n\n' }
  const responses = [ends, { status: 404 }]
  await page.route(/\/events\?/, (route) => {
    const response = responses.shift()
    return response === undefined ? route.continue() : route.fulfill(response)
  })
  let loads = 0
  page.on('load', () => loads++)
  await page.goto(job.path)
  await expect.poll(() => loads).toBe(2)
  await (await job.runner()).report({ type: 'stage', stage: 'agent' })
  await page.locator('#state-words', { hasText: 'Working' }).waitFor()
  expect(loads).toBe(2)
})

browserTest('the last state of a job is requested until it is there', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' })
  const page = await app.browse('rita', { mayLoseConnection: true })
  await page.goto(job.path)
  await page.locator('#state-words', { hasText: 'Working' }).waitFor()
  let requests = 0
  await page.route(/\/overview$/, (route) => {
    requests++
    if (requests === 1) return route.abort('connectionrefused')
    return requests === 2 ? route.fulfill({ status: 502, body: 'Bad gateway' }) : route.continue()
  })
  await (await runner.fail('the provider answered 529')).confirm()
  await page.locator('#state-words', { hasText: 'Failed' }).waitFor()
  expect(requests).toBeGreaterThan(2)
  expect(await page.getByText('Bad gateway').count()).toBe(0)
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

/** The page of the changes of a job, with a file that is folded. */
async function foldedFile(options: Parameters<BrowsedDashboard['browse']>[1] = {}) {
  const patch = `@@ -0,0 +1,900 @@\n${'+<img src=x onerror=alert(1)>\n'.repeat(900)}`
  const file = { path: 'large.ts', previousPath: null, status: 'added', patch } as const
  const app = await givenDashboard({ github: dispatchingGithub([], { compareBranches: async () => [file] }) })
  const job = await givenJob(app, 'Speed up the search')
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  await updateJob(deps, job.key, (found) => ({
    transition: applied({ ...found, branchExists: true, base: 'main' }),
    outcome: null,
  }))
  const page = await app.browse('rita', options)
  await page.goto(`${job.path}/diff`)
  return { page, link: page.getByRole('link', { name: 'Show this file' }) }
}

browserTest('a folded file that cannot be loaded stays folded, and the page says so', async () => {
  const { page, link } = await foldedFile({ mayLoseConnection: true })
  const failures = [502, 404, 'network'] as const
  let requests = 0
  await page.route(/\?file=1/, (route) => {
    const failure = failures[requests++]
    if (failure === 'network') return route.abort('connectionrefused')
    const body = '<h1>Bad gateway</h1>'
    return failure === undefined
      ? route.continue()
      : route.fulfill({ status: failure, contentType: 'text/html', body })
  })
  for (const _ of failures) {
    await page.evaluate(`document.getElementById('flash').replaceChildren()`)
    await link.click()
    await page.locator('#flash').getByText('The file could not be loaded').waitFor()
    expect(await page.getByText('Bad gateway').count()).toBe(0)
    expect(await link.count()).toBe(1)
  }
  await link.click()
  await page.getByText('<img src=x').first().waitFor()
  expect(await page.locator('#flash').innerText()).toBe('')
})

browserTest('a folded file opens in its place, under the policy', async () => {
  const { page, link } = await foldedFile()
  await link.click()
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
