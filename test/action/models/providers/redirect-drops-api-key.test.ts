import type { IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { refuseRedirects } from '../../../../src/action/models/providers/open-model.ts'
import { listen } from '../../../fakes/listen.ts'
import { KEY, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

it.each(PROVIDERS)('$provider: none to another host, nor what was said', async (wire) => {
  const heard: IncomingHttpHeaders[] = []
  const other = await listen((request, response) => {
    heard.push(request.headers)
    response.writeHead(404).end()
  })
  const url = await listen((request, response) => {
    response.writeHead(307, { location: `${other}${request.url}?k=1` }).end()
  })
  const { outcome } = await runScript({ wire, url })
  expect(heard).toEqual([])
  expect(outcome.reason?.code).toBe('model-refused')
  expect(outcome.reason?.message).toContain(`it redirects to ${other}/`)
  expect(outcome.reason?.message).toContain(`set ${wire.prefix}_BASE_URL to the right address`)
  expect(outcome.reason?.message).not.toContain(KEY)
})

it.each([
  ['/new', 307],
  ['/new', 308],
  ['/new', 301],
  ['http://[', 307],
])('on the same host to %s by %i, which another tenant may have', async (location, redirect) => {
  const asked: (string | undefined)[] = []
  const origin = await listen((request, response) => {
    asked.push(request.url)
    response.writeHead(redirect, { location }).end()
  })
  const fetch = refuseRedirects(globalThis.fetch, 'X_BASE_URL')
  const response = await fetch(`${origin}/old`, { method: 'POST', body: 'hello' })
  expect([response.status, asked]).toEqual([400, ['/old']])
  expect(response.statusText).toContain('set X_BASE_URL to the right address')
})
