import { expect } from 'vitest'
import { browserTest } from '../support/browse.ts'
import { givenDashboard } from '../support/given-dashboard.ts'

browserTest('a form that is submitted twice is sent once', async () => {
  const app = await givenDashboard()
  const page = await app.browse('olga')
  await page.goto('/dashboard/keys/new', { waitUntil: 'load' })
  await page.getByLabel('Name', { exact: true }).fill('ci')
  // Both in one task, so that no answer comes between them.
  const held = await page.evaluate(`(() => {
    const seen = []
    window.addEventListener('submit', (event) => {
      seen.push(event.defaultPrevented)
      event.preventDefault()
    })
    const form = document.querySelector('form[action^="/dashboard/keys"]')
    form.requestSubmit()
    form.requestSubmit()
    return seen
  })()`)
  expect(held).toEqual([false, true])
})
