import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob } from '../support/given-jobs.ts'

const step = (n: number) =>
  ({ type: 'step', step: n, inputTokens: 1000 * n, outputTokens: 100 * n, costUsd: n / 4 }) as const

browserTest('duration, cost, tokens and waiting messages beside a timeline follow the run', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' }, step(1))
  const page = await app.browse('rita')
  await page.goto(job.path)
  const details = page.locator('#details')
  expect(await details.locator('#run-cost').innerText()).toContain('$0.25')
  const path = `/v2/agent/${app.project}/job/${job.path.split('/').at(-1)}/message`
  await app.call('POST', path, { body: { prompt: 'Also the footer' } })
  await page.getByText('waits for the agent').waitFor()

  await runner.report({ type: 'message', number: 2 }, step(2))
  await expect.poll(() => details.locator('#run-cost').innerText()).toContain('$0.50')
  expect(await details.locator('meter').evaluate((meter: { value: number }) => meter.value)).toBe(0.5)
  expect(await details.locator('#run-tokens').innerText()).toBe('2,200')
  await expect.poll(() => page.getByText('waits for the agent').count()).toBe(0)
  await details.locator('relative-time[format="duration"]').waitFor()
})

browserTest('the page says that the agent waits for its model, and when it works again', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' }, step(1))
  const page = await app.browse('rita')
  await page.goto(job.path)
  const state = page.locator('#state')
  expect(await state.innerText()).toContain('Working, step 1')
  await runner.report({
    ...{ type: 'retry', host: 'api.example.com', why: '503', retry: 4 },
    ...{ next: '2026-11-20T12:03:02Z', until: '2026-11-20T12:06:00Z' },
  })
  await state.getByText('Waiting for the model').waitFor()
  const waiting = await state.innerText()
  expect(waiting).toContain(
    'The agent cannot reach the model at api.example.com (503); retry 4 at 12:03:02, gives up at 12:06:00 UTC.',
  )
  expect(waiting).toContain('The run continues when the model answers.')
  await page.reload()
  expect(await state.innerText()).toBe(waiting)
  await runner.report(step(2))
  await state.getByText('Working, step 2').waitFor()
  expect(await state.innerText()).not.toContain('model')
})

/** Each text that the words of the state have had, in order. */
const RECORD_WORDS = `{
  const texts = (globalThis.texts = [])
  const note = () => {
    const text = document.getElementById('state-words')?.textContent
    if (text && texts.at(-1) !== text) texts.push(text)
  }
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true })
}`

browserTest('a state that was drawn before the newest step never replaces it', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' }, step(1))
  const page = await app.browse('rita')
  await page.addInitScript(RECORD_WORDS)
  const words = page.locator('#state-words')
  let requests = 0
  await page.route(/\/overview$/, async (route) => {
    const response = await route.fetch()
    expect(await response.text()).toContain(`Working, step ${requests + 1}`)
    requests += 1
    // The stream overtakes the response.
    await runner.report(step(requests + 1))
    await words.filter({ hasText: `step ${requests + 1}` }).waitFor()
    await route.fulfill({ response })
  })
  const path = `/v2/agent/${app.project}/job/${job.path.split('/').at(-1)}/message`
  await page.goto(job.path)
  for (const prompt of ['Also the footer', 'Also the header']) {
    await expect.poll(() => words.innerText()).toBe(`Working, step ${requests + 1}`)
    await app.call('POST', path, { body: { prompt } })
    await page.locator('.message').filter({ hasText: prompt }).waitFor()
  }
  const shown = await page.evaluate('texts')
  expect(shown).toEqual([...new Set(shown as string[])])
  expect(await words.innerText()).toBe(`Working, step ${requests + 1}`)
  const used = `${requests + 1},${requests + 1}00`
  expect(await page.locator('#run-tokens').innerText()).toBe(used)
})

browserTest('the notice of what a person did goes with the next state of the job', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  await runner.report({ type: 'stage', stage: 'agent' })
  const page = await app.browse('willy')
  await page.goto(job.path)
  await page.getByLabel('Follow-up').fill('Also the footer')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.locator('#flash').getByText('The follow-up was sent.').waitFor()
  await (await runner.fail('broken')).confirm()
  await expect.poll(() => page.locator('#flash .flash').count()).toBe(0)
})
