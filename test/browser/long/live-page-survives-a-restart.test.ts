import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createJob, readJob } from '../../support/world/jobs.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { browse, browserTest } from '../support/browse.ts'

let world: TestWorld
beforeAll(async () => {
  if (inject('chromium') !== null) world = await startTestWorld()
})
afterAll(() => world?.close())

browserTest('a live page continues after the server was killed, and shows no line twice', async () => {
  const page = await browse({ url: world.baseUrl, mayLoseConnection: true })
  await page.goto(world.dashboardUrl)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Continue as octo-admin' }).click()
  await page.getByRole('navigation', { name: 'Main' }).waitFor()

  const wait = holdWait(world)
  const { id } = await createJob(
    world,
    'Create a.md with "Hello"\nWait 0.3 seconds\nCreate b.md with "Hello"',
  )
  await wait.arrived
  await page.goto(`${world.dashboardUrl}/jobs/${world.projectId}/${id}`)
  await page.locator('#state-words', { hasText: 'Working' }).waitFor()

  await world.stopApp('SIGKILL')
  await world.startApp()
  wait.release()
  await page.locator('#state-words', { hasText: 'Pull request ready' }).waitFor()
  await expect.poll(async () => (await readJob(world, id)).status).toBe('completed')

  const lines = await page.locator('#runs [id]').evaluateAll((found) => found.map(({ id: line }) => line))
  expect(lines.length).toBeGreaterThan(3)
  expect(new Set(lines).size).toBe(lines.length)
  // What came live is what a new page has.
  await page.reload()
  const reloaded = await page.locator('#runs [id]').evaluateAll((found) => found.map(({ id: line }) => line))
  expect(lines).toEqual(reloaded)
})
