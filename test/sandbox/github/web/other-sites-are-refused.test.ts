import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findRefusal } from '../../../../sandbox/github/web/find-refusal.ts'
import { scene } from '../github-scene.ts'

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
    .end(method === 'GET' ? undefined : 'filename=.github%2Fprentice.yml&value=x&action=save&selection=all')
  return promise
}

test('a page of another site cannot send the forms, and its name for this machine shows nothing', async () => {
  const { github, installationId } = await scene()
  const editor = `${github.serverUrl}/acme/widgets/new/main`
  const installation = `${github.serverUrl}/organizations/acme/settings/installations/${installationId}`
  const own = { origin: github.serverUrl }
  const setup = { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' }
  const foreign: Readonly<Record<string, string>>[] = [
    { origin: 'https://evil.example' },
    { origin: 'https://127.0.0.1.evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const page of [editor, installation]) {
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
    for (const headers of [{}, own, setup]) expect(await send(page, 'POST', headers)).toBeLessThan(303)
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:8', 'prentice.localhost:1'])
      expect(await send(page, 'GET', { host })).toBe(200)
    // A link from elsewhere opens a page.
    expect(await send(page, 'GET', { 'sec-fetch-site': 'cross-site' })).toBe(200)
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
