import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

const require = createRequire(import.meta.url)
const core = require.resolve('htmx.org')
const source = (name: string) => readFileSync(core.replace(/dist\/.*$/, `dist/ext/${name}.js`), 'utf8')

// htmx leaves out an extension whose name the page does not list, and says nothing.
test('the page lists each extension of htmx under the name that it registers', async () => {
  const app = await startDashboard()
  const { text } = await (await app.signIn('rita')).get('/')
  const listed = /"extensions":"([^"]+)"/.exec(text.replaceAll('&quot;', '"'))?.[1]?.split(', ')
  const registered = ['hx-csp', 'hx-sse'].map(
    (name) => /htmx\.registerExtension\('([^']+)'/.exec(source(name))?.[1],
  )
  expect(listed).toEqual(registered)
})
