import { describe, expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenBatches } from '../support/given-batches.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { type Hand, KEYBOARD, MOUSE, WITHOUT_JAVASCRIPT } from '../support/hands.ts'

async function given(hand: Hand, login: string) {
  const app = await givenDashboard()
  return { app, page: await app.browse(login, { hasJavaScript: hand.hasJavaScript }) }
}

describe.each([MOUSE, KEYBOARD, WITHOUT_JAVASCRIPT])('$name', (hand) => {
  browserTest('an owner creates a webhook, disables, enables and deletes it', async () => {
    const { page } = await given(hand, 'olga')
    await page.goto('/dashboard')
    await hand.press(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Webhooks' }))
    await hand.press(page.getByRole('link', { name: 'New webhook' }))
    await hand.type(page.getByLabel('Name', { exact: true }), 'deploy bot')
    await hand.type(page.getByLabel('URL', { exact: true }), 'https://example.com/hooks')
    await hand.press(page.getByRole('button', { name: 'Create webhook' }))
    expect(
      await page
        .getByText(/^whsec_/)
        .first()
        .innerText(),
    ).toMatch(/^whsec_\S{20,}$/)
    await hand.press(page.getByRole('link', { name: 'I have copied the secret' }))
    await hand.press(page.getByRole('button', { name: 'Disable' }))
    await hand.press(page.getByRole('button', { name: 'Enable' }))
    await hand.press(page.locator('summary', { hasText: 'Delete' }))
    await hand.press(page.getByRole('button', { name: 'Delete the webhook' }))
    await page.getByText('No webhook yet').waitFor()
  })

  browserTest('a person starts a batch', async () => {
    const { app, page } = await given(hand, 'willy')
    await page.goto('/dashboard/jobs')
    await hand.press(page.getByRole('link', { name: 'Batches' }))
    await hand.press(page.getByRole('link', { name: 'New batch' }))
    await hand.type(page.getByLabel('Prompt'), 'Fix the links')
    await hand.type(page.getByLabel('Files', { exact: true }), 'docs/**/*.mdx')
    await hand.press(page.getByRole('button', { name: 'Start the batch' }))
    await page.getByText('The batch was created.').waitFor()
    const { json } = await app.call('GET', '/v2/batches')
    expect(json).toMatchObject({
      batches: [{ each: ['docs/**/*.mdx'], first: 2, createdBy: { name: 'willy' } }],
    })
  })

  browserTest('a person continues a batch after its pilot, raises a limit, and cancels', async () => {
    const { app, page } = await given(hand, 'willy')
    const { waiting, limit } = await givenBatches(app)
    await page.goto(waiting)
    await hand.press(page.getByRole('button', { name: 'Continue' }))
    await page.getByText('The batch continues.').waitFor()
    await hand.press(page.locator('summary', { hasText: 'Cancel' }))
    await hand.press(page.getByRole('button', { name: 'Cancel the batch' }))
    await page.getByText('The batch was cancelled.').waitFor()
    await page.goto(limit)
    await hand.type(page.getByLabel('New limit in US dollars'), '15')
    await hand.press(page.getByRole('button', { name: 'Raise the limit' }))
    await page.getByText('Enter a higher one.').waitFor()
    await page.getByLabel('New limit in US dollars').fill('')
    await hand.type(page.getByLabel('New limit in US dollars'), '40')
    await hand.press(page.getByRole('button', { name: 'Raise the limit' }))
    await page.getByText('The batch continues.').waitFor()
  })
})

browserTest('a person copies the id of a project', async () => {
  const { app, page } = await given(MOUSE, 'olga')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/dashboard/keys')
  await page
    .getByRole('button', { name: /^Copy .*project/i })
    .first()
    .click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(app.project)
})

browserTest('times are those of the zone of the reader', async () => {
  const { app } = await given(MOUSE, 'willy')
  const path = (await givenBatches(app)).waiting
  const shown = async (zone: string): Promise<string> => {
    const page = await app.browse('willy', { zone })
    await page.goto(path)
    const time = page.locator('relative-time[format="datetime"]').first()
    const text = () => time.evaluate<string, HTMLElement>((element) => element.shadowRoot?.textContent ?? '')
    await expect.poll(text).not.toBe('')
    return text()
  }
  const inZone = (timeZone: string): string =>
    new Date(app.clock.at).toLocaleTimeString('en-GB', { timeZone, hour: 'numeric', minute: '2-digit' })
  for (const zone of ['UTC', 'Asia/Kathmandu']) expect(await shown(zone)).toContain(inZone(zone))
})
