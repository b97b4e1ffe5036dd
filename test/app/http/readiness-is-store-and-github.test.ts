import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app-server.ts'

test('a server whose App GitHub does not know lives, and is not ready, and says why', async () => {
  const app = await startAppServer()
  expect((await app.call('GET', '/healthz')).json).toEqual({ status: 'ok' })
  const ready = await app.call('GET', '/readyz')
  expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '15'])
  expect(ready.json).toEqual({ error: expect.stringContaining('the App cannot speak to GitHub: ') })
})
