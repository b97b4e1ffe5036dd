import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'

test('50 equal requests with one Idempotency-Key make one job, 50 equal bodies and one use of the rate limit', async () => {
  const app = await startAppServer({ rateLimit: 10 })
  const create = (prompt: string) =>
    app.call('POST', `/v2/agent/${app.project}/job`, {
      body: { prompt },
      headers: { 'idempotency-key': 'k1' },
    })
  const answers = await Promise.all(Array.from({ length: 50 }, () => create('x')))

  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect(await listEntries(app.store, 'job/')).toHaveLength(1)
  const other = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'y' } })
  expect(other.headers.get('x-ratelimit-remaining')).toBe('8')

  expect((await create('something else')).status).toBe(409)
  app.clock.at += 24 * 3600 * 1000
  expect((await create('something else')).status).toBe(201)
})

test('an Idempotency-Key on a message sends it once', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${created.json.id}/message`
  const send = () =>
    app.call('POST', path, { body: { prompt: 'more' }, headers: { 'idempotency-key': 'm1' } })
  const answers = await Promise.all(Array.from({ length: 20 }, send))
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.text}`)).size).toBe(1)
  expect(await listEntries(app.store, 'msg/')).toHaveLength(2)
})

test('a response is repeated after the App was uninstalled, but new work is refused', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const send = (path: string, key: string, prompt: string) =>
    app.call('POST', path, { body: { prompt }, headers: { 'idempotency-key': key } })
  const created = await send(jobs, 'c1', 'x')
  const message = `${created.headers.get('location')}/message`
  const messaged = await send(message, 'm1', 'more')
  const place = `project/${app.project}`
  const project = JSON.parse((await app.store.get(place)) ?? '')
  await app.store.commit({
    set: [{ key: place, value: JSON.stringify({ ...project, installationId: null }) }],
  })

  const again = [await send(jobs, 'c1', 'x'), await send(message, 'm1', 'more')]
  expect(again.map(({ status, text }) => [status, text])).toEqual([
    [201, created.text],
    [200, messaged.text],
  ])
  expect((await send(jobs, 'c1', 'y')).status).toBe(409)
  const fresh = [await send(jobs, 'c2', 'x'), await send(message, 'm2', 'more')]
  for (const { status, json } of fresh)
    expect([status, json.error]).toEqual([404, expect.stringContaining('is not installed on')])
})

test('the limit is 100 uses in any sliding hour, also for simultaneous requests; a refused request costs nothing', async () => {
  const app = await startAppServer({ rateLimit: 5 })
  const create = (body: object = { prompt: 'x' }) =>
    app.call('POST', `/v2/agent/${app.project}/job`, { body })
  await Promise.all(Array.from({ length: 5 }, () => create({ prompt: '' })))

  const first = await create()
  expect(first.headers.get('ratelimit-policy')).toBe('"project";q=5;w=3600')
  expect(first.headers.get('ratelimit')).toBe('"project";r=4;t=3600')
  app.clock.at += 1_800_000
  const more = await Promise.all(Array.from({ length: 12 }, () => create()))
  expect(more.map(({ status }) => status).sort()).toEqual([...Array(4).fill(201), ...Array(8).fill(429)])

  const refused = await create()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1800'])
  expect(refused.headers.get('x-ratelimit-remaining')).toBe('0')
  // The message shares the counter.
  const message = await app.call('POST', `${first.headers.get('location')}/message`, {
    body: { prompt: 'y' },
  })
  expect(message.status).toBe(429)

  app.clock.at += 1_799_999
  expect((await create()).status).toBe(429)
  app.clock.at += 1
  expect((await create()).status).toBe(201)
  expect((await create()).status).toBe(429)
})
