import { expect } from 'vitest'
import { BatchRecord, batchKeys } from '../../../src/app/batches/batch-record.ts'
import { browserTest } from '../support/browse.ts'
import { givenBatches } from '../support/given-batches.ts'
import { type BrowsedDashboard, givenDashboard } from '../support/given-dashboard.ts'

const MORE_THAN_ONE_ROUND_MS = 6_000

/** A change of the batch, as the timers make it. */
async function change({ store }: BrowsedDashboard, path: string, state: Partial<BatchRecord>): Promise<void> {
  const key = batchKeys.record(path.split('/').at(-1) ?? '')
  const record = BatchRecord.parse(JSON.parse((await store.get(key)) ?? ''))
  await store.commit({ set: [{ key, value: JSON.stringify({ ...record, rev: record.rev + 1, ...state }) }] })
}

browserTest('the page of a batch follows it until its end, and leaves the keyboard where it is', async () => {
  const app = await givenDashboard()
  const { running: path } = await givenBatches(app)
  const page = await app.browse('willy')
  await page.clock.install()
  let requests = 0
  page.on('request', (request) => {
    if (request.headers()['hx-request'] === 'true') requests++
  })
  await page.goto(path)
  const status = page.getByRole('status').filter({ hasText: 'Running' })
  await status.waitFor()
  expect(await page.title()).toMatch(/^● /)
  const link = page.getByRole('link', { name: 'Job 12', exact: true })
  await link.focus()

  const unchanged = page.waitForResponse((response) => response.status() === 304)
  await page.clock.runFor(MORE_THAN_ONE_ROUND_MS)
  await unchanged
  await status.waitFor()

  await change(app, path, { completed: 16 })
  await page.clock.runFor(MORE_THAN_ONE_ROUND_MS)
  await page.getByText('16 of 25 completed').waitFor()
  expect(await link.evaluate('document.activeElement.textContent')).toBe('Job 12')

  // A person is about to answer: nothing changes below their hands.
  await page.locator('summary').filter({ hasText: 'Cancel' }).click()
  const before = requests
  await change(app, path, { completed: 17 })
  await page.clock.runFor(MORE_THAN_ONE_ROUND_MS)
  expect(requests).toBe(before)
  await page.getByText('Cancel this batch?').waitFor()
  await page.keyboard.press('Escape')

  await change(app, path, { status: 'completed', completed: 24, active: [] })
  await page.clock.runFor(MORE_THAN_ONE_ROUND_MS)
  await page.getByRole('status').filter({ hasText: 'Completed' }).waitFor()
  await expect.poll(() => page.title()).toMatch(/^✓ /)
  expect(await page.getByText('Cancel', { exact: true }).count()).toBe(0)
  const atTheEnd = requests
  await page.clock.runFor(MORE_THAN_ONE_ROUND_MS)
  expect(requests).toBe(atTheEnd)
})
