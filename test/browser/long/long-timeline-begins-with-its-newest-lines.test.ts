import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob } from '../support/given-jobs.ts'

const note = (n: number) => ({ type: 'note' as const, text: `Note ${n}.` })

browserTest(
  'a long timeline begins with its newest lines, follows its end, and shows earlier lines',
  async () => {
    const app = await givenDashboard()
    const job = await givenJob(app, 'Speed up the search')
    const runner = await job.runner()
    await runner.report(
      { type: 'stage', stage: 'agent' },
      ...Array.from({ length: 300 }, (_, at) => note(at)),
    )
    const page = await app.browse('rita')
    await page.goto(job.path)
    const lines = page.locator('#timeline .line')
    expect(await lines.count()).toBe(200)
    await page.evaluate('document.getElementById("timeline").scrollIntoView({ block: "end" })')
    await runner.report(note(300))
    await page.getByText('Note 300.').waitFor()
    expect(await lines.count()).toBe(201)
    expect(await page.locator('#jump').isVisible()).toBe(false)

    await page.getByRole('link', { name: 'Show 100 earlier lines' }).click()
    await page.getByText('Note 0.').waitFor({ state: 'attached' })
    expect([await lines.count(), await page.locator('#earlier').count()]).toEqual([301, 0])
    // Where the reader was.
    await expect.poll(() => page.locator(new URL(page.url()).hash).isVisible()).toBe(true)
    expect(await page.locator('.line:target').textContent()).toContain('Note 100.')
    await runner.report(note(301))
    await page.getByText('Note 301.').waitFor({ state: 'attached' })

    // A link to an earlier line leads to it.
    await page.goto('about:blank')
    await page.goto(`${job.path}#L1-5`)
    await page.waitForURL(/all=1#L1-5$/)
    expect(await page.locator('.line:target').textContent()).toContain('Note 3.')
  },
)
