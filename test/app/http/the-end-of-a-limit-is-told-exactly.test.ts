import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app-server.ts'

const resetOf = ({ headers }: { headers: Headers }) => Number(headers.get('x-ratelimit-reset'))

test('the moment of the next free use stays the same, whatever part of a second an answer is of', async () => {
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

test('where the limit was lowered, a use is free once enough of the earlier ones have left', async () => {
  const before = await startAppServer({ rateLimit: 5 })
  const jobs = `/v2/agent/${before.project}/job`
  for (let n = 0; n < 5; n++) {
    await before.call('POST', jobs, { body: { prompt: 'x' } })
    before.clock.at += 60_000
  }
  const after = await startAppServer({ rateLimit: 2, database: before.database })
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
