import { expect, test } from 'vitest'
import { addSpending } from '../../../../src/app/budgets/budgets.ts'
import { startAppServer } from '../../../support/app/app-server.ts'

const resetOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-reset'))

test('the reset time stays the same as time passes', async () => {
  const app = await startAppServer({ rateLimit: 5 })
  const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  app.clock.at += 900
  const isFree = app.clock.at + 3_600_000
  const resets = [resetOf(await create())]
  for (const later of [50, 60, 500, 490]) {
    app.clock.at += later
    resets.push(resetOf(await create()))
  }
  app.clock.at += 300
  resets.push(resetOf(await create()))
  expect(resets).toEqual(Array(6).fill(Math.ceil(isFree / 1000)))
})

test('a client that waits for Retry-After is accepted, at any fraction of a second', async () => {
  const app = await startAppServer({ rateLimit: 1 })
  const jobs = `/v2/agent/${app.project}/job`
  const ask = () => app.call('POST', jobs, { body: { prompt: 'x' } })
  await ask()
  app.clock.at += 600
  const refused = await ask()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect(refused.headers.get('ratelimit')).toBe('"project";r=0;t=3600')
  app.clock.at += 3_599_399
  expect((await ask()).headers.get('retry-after')).toBe('1')
  app.clock.at += 301
  await app.store.commit(await addSpending(app.store, app.project, 50, app.clock.at))
  const poor = await ask()
  const seconds = Number(poor.headers.get('retry-after'))
  expect([poor.status, (app.clock.at + seconds * 1000) % 86_400_000]).toEqual([429, app.clock.at % 1000])
  app.clock.at += seconds * 1000
  expect((await ask()).status).toBe(201)
})

test('a clock that is set back frees no use early', async () => {
  const app = await startAppServer({ rateLimit: 2 })
  const ask = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  await ask()
  const first = app.clock.at
  app.clock.at -= 1_800_000
  await ask()
  app.clock.at = first + 3_599_999
  expect([(await ask()).status, (await ask()).status]).toEqual([429, 429])
  app.clock.at += 1
  expect((await ask()).status).toBe(201)
})

test('after the limit was lowered, a use is free once enough earlier uses have expired', async () => {
  const before = await startAppServer({ rateLimit: 5 })
  const jobs = `/v2/agent/${before.project}/job`
  for (let n = 0; n < 5; n++) {
    await before.call('POST', jobs, { body: { prompt: 'x' } })
    before.clock.at += 60_000
  }
  const after = await startAppServer({ rateLimit: 2, databaseUrl: before.databaseUrl })
  after.clock.at = before.clock.at
  const ask = () => after.call('POST', jobs, { body: { prompt: 'x' }, key: before.key })
  const refused = await ask()
  const seconds = Number(refused.headers.get('retry-after'))
  // Made at minutes 0 to 4, it is minute 5 now: only when the fourth has left is one of two free.
  expect([refused.status, seconds]).toEqual([429, 3600 - 2 * 60])
  expect(resetOf(refused)).toBe(after.clock.at / 1000 + seconds)
  after.clock.at += seconds * 1000 - 1
  expect((await ask()).status).toBe(429)
  after.clock.at += 1
  expect((await ask()).status).toBe(201)
})
