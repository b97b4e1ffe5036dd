import { expect, test } from 'vitest'
import { Environment } from '../../../../src/app/config/environment.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { startDashboard } from '../../../support/dashboard/start-dashboard.ts'

test('without a client secret, the page names the variables that the server reads, and the callback URL', async () => {
  const { url, publicUrl } = await startAppServer()
  const response = await fetch(`${url}/dashboard`)
  expect(response.status).toBe(503)
  const text = await response.text()
  const named = [...text.matchAll(/\b([A-Z]+_[A-Z_]+)=/g)].map(([, name]) => name)
  expect(named).toEqual(['CLIENT_SECRET'])
  expect(Object.keys(Environment.shape)).toContain('CLIENT_SECRET')
  expect(text).toContain(`${publicUrl}/dashboard/callback`)
})

test('a person without an account reads whole sentences, and is sent to no page that needs a project', async () => {
  const dashboard = await startDashboard()
  const { text } = await (await dashboard.signIn('sten')).get('')
  expect(text).toContain('If it is installed there already, ask an owner to give you access to a repository.')
  expect(text).toContain('owners of the account, create keys')
  expect(text).not.toContain('/jobs/new')
})

test('every page tells a person without an account to install the App', async () => {
  const dashboard = await startDashboard()
  const sten = await dashboard.signIn('sten')
  for (const path of ['/jobs', '/jobs/new', '/batches', '/keys', '/webhooks', '/usage', '/audit']) {
    const { text } = await sten.get(path)
    expect([path, text]).toEqual([path, expect.stringContaining('<h1>Install the App first</h1>')])
    expect([path, text]).toEqual([path, expect.stringContaining('href="https://github.com/apps/')])
    expect([path, text]).toEqual([path, expect.stringContaining('>See all steps</a>')])
  }
  expect((await sten.get('/projects')).text).toContain('href="https://github.com/apps/')
})

test('a person with a project starts the first job from the page', async () => {
  const dashboard = await startDashboard()
  const { text } = await (await dashboard.signIn('willy')).get('')
  expect(text).toContain('href="/dashboard/jobs/new')
  expect(text).toContain(`/v2/agent/${dashboard.project}/job`)
})

test('the pages carry the mark that their icon shows', async () => {
  const dashboard = await startDashboard()
  const { text } = await (await dashboard.signIn('willy')).get('')
  const favicon = decodeURIComponent(/rel="icon" href="data:image\/svg\+xml,([^"]*)"/.exec(text)?.[1] ?? '')
  const [, mark] = /class="brand"[^>]*><svg[^>]*>(.*?)<\/svg>/.exec(text) ?? []
  expect(mark).toContain('<path ')
  expect(favicon).toContain(mark)
})
