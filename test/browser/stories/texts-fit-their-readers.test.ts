import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'
import { givenJob } from '../support/given-jobs.ts'

const computed = (page: Page, selector: string, properties: readonly string[]) =>
  page.evaluate<string[]>(`(() => {
    const style = getComputedStyle(document.querySelector(${JSON.stringify(selector)}))
    return ${JSON.stringify(properties)}.map((property) => style.getPropertyValue(property))
  })()`)

browserTest('icons grow with the text of a reader who has enlarged it', async () => {
  const app = await givenDashboard()
  const page = await app.browse('willy')
  await page.goto('/dashboard/jobs')
  const icons = ['.nav .icon', 'main .button .icon']
  const sizes = () => Promise.all(icons.map((icon) => computed(page, icon, ['width', 'height'])))
  expect(await sizes()).toEqual([
    ['16px', '16px'],
    ['16px', '16px'],
  ])
  await page.evaluate('document.documentElement.style.fontSize = "200%"')
  expect(await sizes()).toEqual([
    ['32px', '32px'],
    ['32px', '32px'],
  ])
})

browserTest('the buttons of a job have the same padding, also those that ask first', async () => {
  const app = await givenDashboard()
  const { path } = await givenJob(app, 'Rewrite the greeting')
  const page = await app.browse('willy')
  await page.goto(path)
  const [stop, archive] = await Promise.all(
    ['#do-stop', '#do-archive'].map((button) =>
      computed(page, button, ['padding-left', 'padding-right', 'column-gap', 'height']),
    ),
  )
  expect(stop).toEqual(archive)
})

/** Whether the first character of a text is to the right of a word that comes later in it. */
const beginsOnTheRight = (page: Page, selector: string, word: string) =>
  page.evaluate<boolean>(`(() => {
    const parent = document.querySelector(${JSON.stringify(selector)})
    const text = document.createTreeWalker(parent, NodeFilter.SHOW_TEXT).nextNode()
    const leftOf = (from, to) => {
      const range = document.createRange()
      range.setStart(text, from)
      range.setEnd(text, to)
      return range.getBoundingClientRect().left
    }
    const at = text.data.indexOf(${JSON.stringify(word)})
    return leftOf(0, 1) > leftOf(at, at + ${word.length})
  })()`)

browserTest('a text in a script from right to left is laid out from right to left', async () => {
  const app = await givenDashboard()
  const { path } = await givenJob(app, 'تصحيح الأخطاء الإملائية في الملف README ثم إضافة اختبار')
  const page = await app.browse('willy')
  await page.goto('/dashboard/jobs')
  await expect.poll(() => beginsOnTheRight(page, '.job-title', 'README')).toBe(true)
  await page.goto(path)
  await expect.poll(() => beginsOnTheRight(page, 'h1', 'README')).toBe(true)
  await expect.poll(() => beginsOnTheRight(page, '.prompt', 'README')).toBe(true)
})

browserTest('all entries of the navigation fit on the screen of a tablet', async () => {
  const app = await givenDashboard()
  const page = await app.browse('willy')
  for (const width of [800, 900, 1024, 1100]) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('/dashboard/jobs')
    const hidden =
      'document.querySelector(".nav ul").scrollWidth - document.querySelector(".nav ul").clientWidth'
    expect([width, await page.evaluate<number>(hidden)]).toEqual([width, 0])
  }
})
