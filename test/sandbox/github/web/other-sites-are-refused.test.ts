import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findRefusal } from '../../../../sandbox/github/web/find-refusal.ts'
import { pick, scene } from '../github-scene.ts'

/** What each of the forms needs. */
const FORM =
  'filename=.github%2Fprentice.yml&value=x&action=save&selection=all&title=Two&body=%2Fprentice+Fix+it'

/** Not `fetch`, which sends neither `Host` nor `Origin` as it is told. */
const send = async (
  url: string,
  method: string,
  headers: Readonly<Record<string, string>>,
  path = new URL(url).pathname,
) => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(url, { method, headers, path }, (response) => {
    text(response).then(() => resolve(response.statusCode ?? 0), reject)
  })
    .on('error', reject)
    .end(method === 'GET' ? undefined : FORM)
  return promise
}

test('a page of another site cannot send the forms, and its name for this machine shows nothing', async () => {
  const { github, installationId, call, token } = await scene()
  const opened = await call('POST', '/repos/acme/widgets/issues', token, { title: 'One' })
  const number = pick(opened.body, 'number')
  const editor = `${github.serverUrl}/acme/widgets/new/main`
  const installation = `${github.serverUrl}/organizations/acme/settings/installations/${installationId}`
  const own = { origin: github.serverUrl }
  const { port } = new URL(github.serverUrl)
  const byName = { host: `localhost:${port}`, origin: `http://localhost:${port}` }
  const foreign: Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://127.0.0.1.evil.example' },
    { origin: 'null' },
    { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: `http://localhost:${port}` },
    { origin: `http://[::1]:${port}` },
    { 'sec-fetch-site': 'cross-site' },
  ]
  const comments = `${github.serverUrl}/acme/widgets/issues/${number}`
  const newIssue = `${github.serverUrl}/acme/widgets/issues/new`
  for (const page of [editor, installation, comments, newIssue]) {
    for (const headers of foreign)
      expect([headers, await send(page, 'POST', headers)]).toEqual([headers, 403])
    for (const host of [
      'evil.example',
      'evil.example:80',
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      'sandbox:1',
    ]) {
      expect([host, await send(page, 'GET', { host })]).toEqual([host, 403])
      expect([host, await send(page, 'POST', { host, origin: 'http://evil.example' })]).toEqual([host, 403])
    }
    for (const headers of [{}, own, byName]) expect(await send(page, 'POST', headers)).toBeLessThan(304)
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8', 'prentice.localhost:1'])
      expect(await send(page, 'GET', { host })).toBe(200)
    // A link from elsewhere opens a page.
    expect(await send(page, 'GET', { 'sec-fetch-site': 'cross-site' })).toBe(200)
  }
  const { body } = await call('GET', `/repos/acme/widgets/issues/${number}/comments`, token)
  expect(body, 'those that its own page sent').toHaveLength(3)
})

test('only the manifest of an app comes from another server of this machine', async () => {
  const { github } = await scene()
  const form = `${github.serverUrl}/organizations/acme/settings/apps/new`
  // The manifest is missing.
  expect(await send(form, 'POST', { origin: 'http://localhost:3000' })).toBe(422)
  expect(await send(form, 'POST', { origin: 'https://evil.example' })).toBe(403)
})

test('no page can be shown in a frame of another site, or load anything from one', async () => {
  const { github, installationId, call, token } = await scene()
  await call('POST', '/repos/acme/widgets/issues', token, { title: 'One' })
  for (const path of [
    '/',
    '/acme/widgets',
    '/acme/widgets/issues/1',
    '/acme/widgets/new/main',
    '/apps/nothing',
    `/organizations/acme/settings/installations/${installationId}`,
    '/login/oauth/authorize',
  ]) {
    const { headers } = await fetch(github.serverUrl + path)
    const policy = headers.get('content-security-policy') ?? ''
    expect([path, policy]).toEqual([
      path,
      expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
    ])
  }
})

test('the API and the issuer do not answer under another name, and the refusal says where to ask', async () => {
  const { github } = await scene()
  for (const url of [github.apiUrl, github.oidcIssuer])
    expect(await send(url, 'GET', { host: 'evil.example' })).toBe(403)
  const { port } = new URL(github.serverUrl)
  const { text } = findRefusal({ headers: { host: 'devbox:4000' } }, github.serverUrl) ?? {}
  expect(text).toContain(`not under the name "devbox:4000". Open ${github.serverUrl}.`)
  expect(text).toContain(`ssh -L ${port}:127.0.0.1:${port}`)
})

test.each(['github', 'enterprise'] as const)('%s answers 400 to a malformed path', async (dialect) => {
  const { github } = await scene(dialect)
  for (const url of [github.serverUrl, github.apiUrl, github.oidcIssuer])
    for (const path of ['/%zz', '//', '/acme/widgets/pull/%'])
      expect([url, path, await send(url, 'GET', {}, path)]).toEqual([url, path, 400])
})
