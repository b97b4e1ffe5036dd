import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'

test('a server whose App is unknown to GitHub is live but not ready, with the reason', async () => {
  const app = await startAppServer()
  expect((await app.call('GET', '/healthz')).json).toEqual({ status: 'ok' })
  const ready = await app.call('GET', '/readyz')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '15'])
  expect(ready.json).toEqual({ error: expect.stringContaining('the App cannot speak to GitHub: ') })
})

test('public endpoints accept only GET and HEAD, and are not cached', async () => {
  const app = await startAppServer()
  for (const [path, caching] of [
    ['/healthz', 'no-store'],
    ['/readyz', 'no-store'],
    ['/openapi.json', 'private, no-cache'],
  ] as const) {
    expect([path, (await app.call('GET', path)).headers.get('cache-control')]).toEqual([path, caching])
    const posted = await app.call('POST', path)
    expect([path, posted.status, posted.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD'])
  }
})
