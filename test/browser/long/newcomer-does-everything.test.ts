import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject } from 'vitest'
import { call, createJob, pollUntilFinal, readJob } from '../../support/world/jobs.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'
import { browse, browserTest } from '../support/browse.ts'
import { type Hand, KEYBOARD, MOUSE, MOUSE_AND_KILLED_SERVER, WITHOUT_JAVASCRIPT } from '../support/hands.ts'

let world: TestWorld
beforeAll(async () => {
  if (inject('chromium') !== null) world = await startTestWorld()
})
afterAll(() => world?.close())

async function signIn(hand: Hand): Promise<Page> {
  const { hasJavaScript, killsServer: mayLoseConnection } = hand
  const page = await browse({ url: world.baseUrl, hasJavaScript, mayLoseConnection })
  await page.goto(world.dashboardUrl)
  await hand.press(page.getByRole('link', { name: 'Sign in with GitHub' }))
  await hand.press(page.getByRole('button', { name: 'Continue as octo-admin' }))
  await page.getByRole('navigation', { name: 'Main' }).waitFor()
  return page
}

/** Between two steps of a story. */
async function betweenSteps({ killsServer }: Hand): Promise<void> {
  if (!killsServer) return
  await world.stopApp('SIGKILL')
  await world.startApp()
}

const open = (hand: Hand, page: Page, name: string): Promise<void> =>
  hand.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }))

/** Makes a key in the page, and returns it as it is shown. */
async function makeKey(hand: Hand, page: Page, name: string): Promise<string> {
  await open(hand, page, 'API keys')
  await page.getByText(world.projectId).first().waitFor()
  await hand.press(page.getByRole('link', { name: 'New API key' }))
  await hand.type(page.getByLabel('Name', { exact: true }), name)
  await hand.check(page.getByRole('checkbox', { name: world.projectId }))
  await hand.press(page.getByRole('button', { name: 'Create key' }))
  const key = await page.getByLabel('API key', { exact: true }).innerText()
  expect(key).toMatch(/^prn_\w{36}$/)
  await hand.press(page.getByRole('link', { name: 'Done' }))
  await page.getByRole('link', { name: 'New API key' }).waitFor()
  return key
}

async function revokeKey(hand: Hand, page: Page, name: string): Promise<void> {
  await open(hand, page, 'API keys')
  await hand.press(page.getByRole('link', { name: `Manage ${name}` }))
  await hand.type(page.getByLabel(`Type ${name} to confirm`), name)
  await hand.press(page.getByRole('button', { name: 'Revoke key' }))
  await page.getByText(`The key ${name} is revoked.`).waitFor()
}

/** Starts a job in the page, and returns its id. */
async function startJob(hand: Hand, page: Page, prompt: string): Promise<string> {
  await open(hand, page, 'Jobs')
  await hand.press(page.getByRole('link', { name: 'New job' }).first())
  await hand.type(page.getByLabel('Prompt'), prompt)
  await hand.press(page.getByRole('button', { name: 'Start the job' }))
  await page.getByText('The job was created.').waitFor()
  return /job_\w+$/.exec(page.url())?.[0] ?? ''
}

const jobUrl = (id: string): string => `${world.dashboardUrl}/jobs/${world.projectId}/${id}`

/** A start whose response was lost is repeated after 45 seconds, when GitHub surely shows what it has started. */
const SLOW_MS = 120_000

/** What the page shows once the job has ended. Without JavaScript somebody loads it again. */
async function watch(hand: Hand, page: Page, id: string, state: string): Promise<void> {
  if (!hand.hasJavaScript) {
    await pollUntilFinal(world, id)
    await page.goto(page.url())
  }
  await page.locator('#overview').getByText(state).first().waitFor({ timeout: SLOW_MS })
}

async function readDiff(hand: Hand, page: Page, text: string): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Changes' }))
  await page.getByText(text).first().waitFor()
  await hand.press(page.getByRole('link', { name: 'Timeline' }))
}

/** Presses a button of the job, and its confirmation if it has one. */
async function act(hand: Hand, page: Page, name: string, confirmation?: string): Promise<void> {
  const actions = page.locator('#overview')
  if (confirmation === undefined) return hand.press(actions.getByRole('button', { name, exact: true }))
  await hand.press(actions.locator('summary', { hasText: name }))
  await hand.press(actions.getByRole('button', { name: confirmation }))
}

const READY = 'Pull request ready'

describe.each([MOUSE, KEYBOARD, WITHOUT_JAVASCRIPT, MOUSE_AND_KILLED_SERVER])('$name', (hand) => {
  const file = `${hand.name.replaceAll(/\W+/g, '-')}.md`

  browserTest(
    'a newcomer makes a key, follows a job, and revokes the key',
    { timeout: 4 * SLOW_MS },
    async () => {
      const page = await signIn(hand)
      const keyName = `laptop ${hand.name}`
      const key = await makeKey(hand, page, keyName)

      await betweenSteps(hand)
      const { status } = await call({ ...world, apiKey: key }, '/jobs')
      expect(status).toBe(200)
      const id = await startJob(hand, page, `Create ${file} with "Hello"`)
      await betweenSteps(hand)
      await watch(hand, page, id, READY)
      await readDiff(hand, page, 'Hello')

      await hand.type(page.getByLabel('Follow-up', { exact: true }), `Append "Again" to ${file}`)
      await hand.press(page.getByRole('button', { name: 'Send' }))
      await page.getByText('The follow-up was sent.').waitFor()
      await betweenSteps(hand)
      await watch(hand, page, id, READY)
      await readDiff(hand, page, 'Again')

      await revokeKey(hand, page, keyName)
      const refused = await call({ ...world, apiKey: key }, `/job/${id}`)
      expect(refused.status).toBe(401)

      await open(hand, page, 'Audit log')
      for (const what of ['signed in', 'created the API key', 'sent a follow-up to', 'revoked the API key'])
        await page.getByRole('cell', { name: what }).first().waitFor()
      await open(hand, page, 'Usage')
      await page.getByText('anthropic/sandbox-1').first().waitFor()
    },
  )

  browserTest(
    'jobs are stopped, retried and archived, one and several',
    { timeout: 4 * SLOW_MS },
    async () => {
      const page = await signIn(hand)
      const wait = holdWait(world)
      const { id } = await createJob(world, `Create stopped-${file} with "Hello"\nWait 0.3 seconds`)
      await wait.arrived
      await page.goto(jobUrl(id))
      await act(hand, page, 'Stop', 'Stop the run')
      await page.getByText('The run was stopped.').waitFor()
      await betweenSteps(hand)
      await watch(hand, page, id, 'Cancelled')
      wait.release()
      await act(hand, page, 'Retry')
      await page.getByText('The run is retried.').waitFor()
      await watch(hand, page, id, READY)
      await betweenSteps(hand)

      const prompt = `Append "Bye" to README.md for ${file}`
      const others = [await startJob(hand, page, `${prompt} 1`), await startJob(hand, page, `${prompt} 2`)]
      for (const other of others) await pollUntilFinal(world, other, SLOW_MS)
      await open(hand, page, 'Jobs')
      for (const [at] of others.entries())
        await hand.check(page.getByRole('checkbox', { name: `Select ${prompt} ${at + 1}` }))
      await hand.check(page.getByRole('checkbox', { name: `Select Create stopped-${file}` }))
      await hand.press(page.getByRole('button', { name: 'Archive', exact: true }))
      await page.getByText('3 done').waitFor()
      for (const one of [id, ...others]) expect((await readJob(world, one)).status).toBe('archived')
    },
  )
})
