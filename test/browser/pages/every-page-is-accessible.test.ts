import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import { applyLook, browserTest, LOOKS } from '../support/browse.ts'
import { docsScreenshot } from '../support/docs-screenshot.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { DOCS_CASES, PAGE_CASES } from '../support/pages.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** What axe finds, one line for each element. */
async function findings(page: Page, runOnly: { type: 'rule' | 'tag'; values: string[] }): Promise<string[]> {
  const { violations } = await page.evaluate<AxeResults, typeof runOnly>(
    (only) => (globalThis as unknown as { axe: typeof import('axe-core') }).axe.run({ runOnly: only }),
    runOnly,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  )
}

/** What the look of a page decides; the other rules look at its structure. */
const RULES_OF_LOOK = ['color-contrast', 'link-in-text-block', 'scrollable-region-focusable', 'target-size']

const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > window.innerWidth')

/** Buttons that lie over a block of code, whose long lines scroll below them. */
const coverings = (page: Page): Promise<string[]> =>
  page.evaluate(`{
    const boxes = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect())
    const isOver = (a, b) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
    const blocks = boxes('pre')
    boxes('clipboard-copy').filter((button) => button.width > 0 && blocks.some((block) => isOver(button, block))).map(String)
  }`)

const CASES = process.env.DOCS_SCREENSHOTS ? [...PAGE_CASES, ...DOCS_CASES] : PAGE_CASES

describe.each(CASES)('$name', ({ name, login, path, given, options, act }) => {
  browserTest('has no finding of axe in any theme and width, and fits into the window', async () => {
    const app = await givenDashboard(options?.())
    await given?.(app)
    const page = await app.browse(login, { bypassesPolicy: true })
    await page.goto(path(app), { waitUntil: 'load' })
    await act?.(page, app)
    await page.evaluate(AXE)
    expect(await findings(page, { type: 'tag', values: TAGS })).toEqual([])
    for (const look of LOOKS) {
      await applyLook(page, look)
      expect([look.name, await findings(page, { type: 'rule', values: RULES_OF_LOOK })]).toEqual([
        look.name,
        [],
      ])
      expect([look.name, await isTooWide(page)]).toEqual([look.name, false])
      expect([look.name, await coverings(page)]).toEqual([look.name, []])
      await screenshot(page, `${name}-${look.name}`)
      const file = IN_DOCS[`${name}-${look.name}`]
      if (file !== undefined) await docsScreenshot(page, `dashboard/${file}.webp`)
    }
  })
})

/** Those that the README and docs/dashboard.md show. */
const IN_DOCS: Readonly<Record<string, string>> = {
  'docs-jobs-light': 'jobs',
  'docs-job-light': 'job',
  'job-done-diff-dark': 'changes',
  'keys-light': 'keys',
  'usage-light': 'usage',
  'project-light': 'project',
}
/** For `npm run screenshots`. */
async function screenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}
