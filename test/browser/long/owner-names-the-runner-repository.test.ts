import { afterAll, beforeAll, expect, inject } from 'vitest'
import { createJob, lastRunOf, pollUntilFinal, until } from '../../support/world/jobs.ts'
import { rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { browse, browserTest } from '../support/browse.ts'

const OWNER = 'sandbox-org'
const PATH = '.github/workflows/prentice.yml'

let world: TestWorld
beforeAll(async () => {
  if (inject('chromium') === null) return
  world = await startTestWorld()
  const { github } = world
  const { content } = await rest<{ content: string }>(world, `/contents/${PATH}`)
  const text = Buffer.from(content, 'base64').toString()
  const file = { owner: OWNER, name: 'runner', branch: 'main', message: 'Start' }
  await github.createRepository({ owner: OWNER, name: 'runner' })
  await github.commitFile({ ...file, path: PATH, text })
  await github.settled()
  await until('the project of runner', async () => {
    const found = await fetch(`${world.baseUrl}/v2/projects?repository=${OWNER}/runner`, {
      headers: { authorization: `Bearer ${world.apiKey}` },
    })
    const { projects } = (await found.json()) as { projects: unknown[] }
    return projects.length > 0 ? true : null
  })
})
afterAll(() => world?.close())

browserTest('without JavaScript, an owner is told what is missing, and names the repository', async () => {
  const page = await browse({ url: world.baseUrl, hasJavaScript: false })
  await page.goto(world.dashboardUrl)
  await page.getByRole('link', { name: 'Sign in with GitHub' }).click()
  await page.getByRole('button', { name: 'Continue as octo-admin' }).click()
  await page.getByRole('link', { name: 'Projects' }).click()
  await page.getByRole('link', { name: 'Runner repository' }).click()
  await page.getByLabel('Choose a repository').selectOption(`${OWNER}/runner`)
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('No rule demands a review of changes.').waitFor()
  expect(await page.getByRole('button', { name: 'Use this repository' }).count()).toBe(0)

  world.github.protectBranch({ owner: OWNER, name: 'runner', branch: 'main' })
  await page.getByRole('link', { name: 'Check again' }).click()
  await page.getByLabel('Do not run them there').check()
  await page.getByLabel(`I want ${OWNER}/runner to run the work of all projects`).check()
  await page.getByRole('button', { name: 'Use this repository' }).click()
  await page.getByText(`${OWNER}/runner now runs the work of all projects.`).waitFor()

  const { id } = await createJob(world, 'Create a.md with "1"')
  expect((await pollUntilFinal(world, id)).job.status).toBe('completed')
  expect((await lastRunOf(world, id)).workflowRunUrl).toContain(`/${OWNER}/runner/actions/runs/`)

  await page.getByLabel(`I want each repository of ${OWNER} to run its own workflow`).check()
  await page.getByRole('button', { name: 'Remove runner repository' }).click()
  await page.getByText('Each repository runs its own workflow again.').waitFor()
})
