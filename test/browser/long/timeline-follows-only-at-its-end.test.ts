import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob, work } from '../support/given-jobs.ts'

const END =
  'Math.round(document.getElementById("timeline").getBoundingClientRect().bottom - window.innerHeight)'

browserTest('a page follows new lines only while their end is in view, and a button leads back', async () => {
  const app = await givenDashboard()
  const job = await givenJob(app, 'Speed up the search')
  const runner = await job.runner()
  const page = await app.browse('rita')
  await page.goto(job.path)
  await page.locator('#timeline').waitFor()
  // Notes are never folded, so the page becomes longer than the window.
  const note = (n: number) => ({
    type: 'note' as const,
    text: `Note ${n}. ${'It has many words. '.repeat(30)}`,
  })
  await runner.report({ type: 'stage', stage: 'agent' }, ...work(1, 'src/one.ts'))
  // The state above the lines is as high as it will be.
  await page.getByText('Working, step 1').waitFor()
  for (let n = 1; n <= 20; n++) {
    await runner.report(note(n))
    await page.getByText(`Note ${n}.`).waitFor()
  }
  // It was at the end when the first line came, and has stayed there.
  await expect.poll(() => page.evaluate<number>(END)).toBeLessThanOrEqual(40)
  expect(await page.evaluate('window.scrollY')).toBeGreaterThan(0)
  expect(await page.locator('#jump').isVisible()).toBe(false)

  await page.evaluate('window.scrollTo(0, 0)')
  await runner.report(note(21))
  await page.getByText('Note 21.').waitFor({ state: 'attached' })
  await page.locator('#jump').waitFor()
  expect(await page.evaluate('window.scrollY')).toBe(0)
  await page.locator('#jump').click()
  await expect.poll(() => page.evaluate<number>(END)).toBeLessThanOrEqual(40)
})
