import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { startTestWorld } from '../../support/world/world.ts'
import { applyLook, browse, browserTest, LOOKS } from '../support/browse.ts'
import { docsScreenshot } from '../support/docs-screenshot.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const findings = async (page: Page): Promise<string[]> => {
  const { violations } = await page.evaluate<AxeResults>(
    '(globalThis).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"] })',
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`))
}

const comment = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('Comment as ana').fill(text)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
}

browserTest('people ask for a change, follow it and change it, without a command line', async () => {
  const world = await startTestWorld({ 'README.md': '# Pets\n\nA dog that is called Rex.\n' })
  onTestFinished(() => world.close())
  const page = await browse({ url: world.githubUrl })
  await page.goto(`/${world.repository}`)
  await page.getByRole('link', { name: 'New issue' }).click()
  await page.getByLabel('Title').fill('The README says nothing about the cat')
  await page.getByLabel('Description').fill('We have had **one** for a year.')
  await page.getByRole('button', { name: 'Open as ana' }).click()
  await comment(page, '/prentice Replace "A dog" with "A cat, and a dog" in README.md')

  // The page shows the reaction and the answer without being loaded again, and keeps what somebody is typing.
  await page.getByLabel('Comment as ana').fill('A draft')
  await page.getByText('👀 1').waitFor()
  await page.getByRole('link', { name: '#2' }).first().waitFor()
  expect(await page.getByLabel('Comment as ana').inputValue()).toBe('A draft')
  expect(await page.content()).not.toContain('<!-- prentice')
  await page.getByRole('link', { name: '#2' }).first().click()

  await page.getByText('+A cat, and a dog that is called Rex.').waitFor()
  await comment(page, '/prentice Append "The cat has no name." to README.md')
  await page.getByText('+The cat has no name.').waitFor()
  await page.getByText('👀 1').waitFor()
  await page.evaluate('scrollTo(0, 0)')
  await docsScreenshot(page, 'pull-request.webp', { width: 1000, height: 730 })

  const reader = await browse({ url: world.githubUrl, bypassesPolicy: true })
  for (const path of ['', '/issues/1', '/pull/2', '/issues/new']) {
    await reader.goto(`/${world.repository}${path}`)
    await reader.evaluate(AXE)
    for (const look of LOOKS) {
      await applyLook(reader, look)
      expect([path, look.name, await findings(reader)]).toEqual([path, look.name, []])
      const isTooWide = await reader.evaluate('document.documentElement.scrollWidth > window.innerWidth')
      expect([path, look.name, isTooWide]).toEqual([path, look.name, false])
    }
  }

  await page.goto('/')
  await page.getByRole('link', { name: world.repository }).click()
  await page
    .getByRole('link', { name: /: success$/ })
    .first()
    .click()
  await page.getByText('Push the branch').click()
  await expect.poll(() => page.locator('details[open] .line').count()).toBeGreaterThan(0)
})
