import type { IncomingHttpHeaders } from 'node:http'
import { expect, it } from 'vitest'
import { sameOriginFetch } from '../../../../src/action/models/providers/same-origin-fetch.ts'
import { listen, readBody } from '../../../fakes/listen.ts'
import { KEY, PROVIDERS, runScript } from '../../../support/action/scripted-run.ts'

it.concurrent.each(PROVIDERS)('$provider: none to another host, nor what was said', async (wire) => {
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
  ['/new', 307, 200],
  ['/new', 308, 200],
  // Those would make it a GET.
  ['/new', 301, 400],
  ['/again', 307, 400],
  ['http://[', 307, 400],
])('on the same host to %s by %i: %i', async (location, redirect, status) => {
  const origin = await listen(async (request, response) => {
    if (request.url === '/new') return void response.end(await readBody(request))
    response.writeHead(redirect, { location }).end()
  })
  const fetch = sameOriginFetch(globalThis.fetch, 'X_BASE_URL')
  const response = await fetch(`${origin}/old`, { method: 'POST', body: 'hello' })
  expect(response.status).toBe(status)
  expect(await response.text()).toBe(status === 200 ? 'hello' : '')
})
