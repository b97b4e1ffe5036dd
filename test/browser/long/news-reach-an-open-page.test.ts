import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob } from '../support/given-jobs.ts'

browserTest('a follow-up to a running job appears on its open page', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  await (await job.runner()).report({ type: 'stage', stage: 'agent' })
  const page = await app.browse('rita')
  await page.goto(job.path)
  const messages = page.locator('#runs .message')
  expect(await messages.count()).toBe(1)
  const path = `/v2/agent/${app.project}/job/${job.path.split('/').at(-1)}/message`
  await app.call('POST', path, { body: { prompt: 'Also the footer' } })
  await messages.filter({ hasText: 'Also the footer' }).waitFor()
  await expect.poll(() => page.locator('#news').count()).toBe(0)
  expect(await messages.evaluateAll((all) => all.map(({ id }) => id))).toEqual(['message-1', 'message-2'])
})

browserTest(
  'a run that ends with a message waiting shows its end, and the message moves to the next run',
  async () => {
    const app = await givenDashboard()
    const job = await givenJob(app, 'Speed up the search')
    const runner = await job.runner()
    await runner.report({ type: 'stage', stage: 'agent' })
    const page = await app.browse('rita')
    await page.goto(job.path)
    const path = `/v2/agent/${app.project}/job/${job.path.split('/').at(-1)}/message`
    await app.call('POST', path, { body: { prompt: 'Look at it', mode: 'ask' } })
    await page.locator('#run-1 .message').filter({ hasText: 'Look at it' }).waitFor()
    await runner.finish('It was fast.')
    await page.locator('#run-2').waitFor()
    await page.locator('#run-1-end').filter({ hasText: 'Succeeded' }).waitFor()
    expect(await page.locator('.message').evaluateAll((all) => all.map(({ id }) => id))).toEqual([
      'message-1',
      'message-2',
    ])
    expect(await page.locator('#run-2 .message').count()).toBe(1)
  },
)

/** A stage that arrives between the swap of a state and its event. */
const ARRIVE_DURING_SWAP = `{
  const run = document.querySelector('#runs > .run')
  const news = document.createElement('template')
  news.id = 'news'
  news.content.append(news.content.ownerDocument.importNode(run, true))
  document.getElementById('overview').append(news)
  const stream = document.getElementById('stream')
  const stage = document.createElement('details')
  stage.className = 'stage'
  stage.id = 'late'
  stage.dataset.into = run.id + '-stages'
  stream.append(stage)
  stream.dispatchEvent(new Event('htmx:sse:after:message'))
}`
const AFTER_TWO_FRAMES = 'new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))'

browserTest('a stage that arrives while a new state is swapped in is placed among the others', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  await (await job.runner()).report({ type: 'stage', stage: 'agent' })
  const page = await app.browse('rita')
  await page.goto(job.path)
  await page.getByText('Working').first().waitFor()
  await page.evaluate(ARRIVE_DURING_SWAP)
  await page.evaluate(AFTER_TWO_FRAMES)
  await page.evaluate("document.dispatchEvent(new Event('htmx:after:swap'))")
  expect(await page.locator('#runs #late').count()).toBe(1)
  expect(await page.locator('#news').count()).toBe(0)
})
