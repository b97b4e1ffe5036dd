import { expect, test } from 'vitest'
import { addSpending } from '../../../../src/app/budgets/budgets.ts'
import { beginHold, releaseHold } from '../../../../src/app/limits/hold.ts'
import { REASON_HEADER } from '../../../../src/contract/runner-protocol/protocol.ts'
import { runnersAtTheDoor } from './runner-requests.ts'

test('manual starts and creates share one rate limit', async () => {
  const { app, register } = await runnersAtTheDoor({ rateLimit: 3 })
  const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  expect((await create()).headers.get('x-ratelimit-remaining')).toBe('2')
  app.clock.at += 600_000
  expect((await register(500)).status).toBe(200)
  expect((await create()).headers.get('x-ratelimit-remaining')).toBe('0')

  const limited = await register(501)
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '3000'])
  expect((await create()).status).toBe(429)
  app.clock.at += 2_999_999
  expect((await register(501)).status).toBe(429)
  app.clock.at += 1
  expect((await register(501)).status).toBe(200)
  expect((await create()).status).toBe(429)
})

test('a repeated registration gets the same job, and a refused one costs nothing', async () => {
  const { app, register } = await runnersAtTheDoor({ rateLimit: 2 })
  const first = await register(500)
  expect((await register(501, { protocol: 7 })).status).toBe(426)
  expect((await register(502, { prompt: ' ' })).status).toBe(400)
  const many = await Promise.all(Array.from({ length: 10 }, () => register(500)))
  expect(many.map(({ status, json }) => ({ status, ...json }))).toEqual(
    Array(10).fill({ status: 200, ...first.json }),
  )
  expect((await register(500, { prompt: 'Something else' })).status).toBe(409)
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  expect([created.status, created.headers.get('x-ratelimit-remaining')]).toEqual([201, '0'])
})

test('manual starts and creates share the daily cost limit', async () => {
  const { app, register } = await runnersAtTheDoor()
  await app.store.commit(await addSpending(app.store, app.project, 50, app.clock.at))
  const seconds = 86_400 - ((app.clock.at / 1000) % 86_400)
  const refused = await register(500)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
  app.clock.at += seconds * 1000
  expect((await register(500)).status).toBe(200)
})

test('a manual start is refused while its account is paused, with the reason', async () => {
  const { app, register } = await runnersAtTheDoor()
  const scope = { kind: 'account', id: 77 } as const
  await beginHold(app.store, scope, { by: 'ana', why: 'costs' }, app.clock.at, {})
  const refused = await register(500)
  expect([refused.status, refused.headers.get(REASON_HEADER)]).toEqual([409, 'paused'])
  expect(refused.json).toEqual({ error: 'the operator has paused work for acme (costs)' })
  await releaseHold(app.store, scope, app.clock.at, {})
  expect((await register(500)).status).toBe(200)
})
