import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'

test('any method on an unknown path gets 404, which names method and path', async () => {
  const app = await startAppServer()
  for (const path of ['/', '/v2', '/v2/agent', '//v2/projects', '/V2/projects', '/v1', '/v3/x']) {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
      for (const key of [app.key, null]) {
        const { status, json, headers } = await app.call(method, path, { key })
        expect([status, json]).toEqual([
          404,
          { error: `there is nothing at ${method} ${path}; /openapi.json describes all calls` },
        ])
        expect(headers.get('cache-control')).toBe('no-store')
      }
    }
    const head = await app.call('HEAD', path)
    expect([head.status, head.text]).toEqual([404, ''])
  }
})

test('a slash at the end of a path is named', async () => {
  const app = await startAppServer()
  for (const path of ['/v2/projects/', `/v2/agent/${app.project}/job/`]) {
    const { status, json } = await app.call('POST', path, { body: { prompt: 'x' } })
    expect([status, json]).toEqual([
      404,
      {
        error: `there is nothing at POST ${path}; no path has a slash at its end; /openapi.json describes all calls`,
      },
    ])
  }
})

test('the message contains no key and at most one line of the path', async () => {
  const app = await startAppServer()
  for (const path of [`/jobs/${app.key}`, `/v2/projects/${app.key}/x`, `/v1/agent/${app.key}/job`]) {
    const { status, text } = await app.call('POST', path)
    expect([path, status]).toEqual([path, path.startsWith('/v1') ? 410 : 404])
    expect(text).not.toContain(app.key.slice(0, 12))
  }
  const { status, text } = await app.call('GET', `/${'x'.repeat(8_000)}`)
  expect([status, text.length < 300]).toEqual([404, true])
})

test('a browser that opens the address of the server gets to the dashboard', async () => {
  const app = await startAppServer()
  const headers = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }
  const page = await fetch(app.url, { headers, redirect: 'manual' })
  expect([page.status, page.headers.get('location')]).toEqual([302, '/dashboard'])
  for (const accept of ['*/*', 'application/json']) {
    const { status } = await fetch(app.url, { headers: { accept }, redirect: 'manual' })
    expect([accept, status]).toEqual([accept, 404])
  }
})
