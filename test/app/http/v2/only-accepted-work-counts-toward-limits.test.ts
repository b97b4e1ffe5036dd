import { expect, test } from 'vitest'
import { addSpending, chargeMonthlyBudgets } from '../../../../src/app/budgets/budgets.ts'
import { parseProjectConfig } from '../../../../src/app/projects/parse-project-config.ts'
import { changeProject } from '../../../../src/app/projects/refresh-project.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'

const dayAt = (ms: number) => new Date(ms).toISOString().slice(0, 10)

test('without a rate limit nothing is counted, and the headers are absent', async () => {
  const app = await startAppServer({ rateLimit: 0 })
  for (let n = 0; n < 3; n++) {
    const { status, headers } = await app.call('POST', `/v2/agent/${app.project}/job`, {
      body: { prompt: 'x' },
    })
    expect(status).toBe(201)
    expect([...headers.keys()].filter((name) => name.includes('ratelimit'))).toEqual([])
  }
})

test('a project that has reached its daily cost limit refuses work until the next day', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const created = await app.call('POST', jobs, { body: { prompt: 'x' } })
  await app.store.commit(await addSpending(app.store, app.project, 51.25, app.clock.at))
  const seconds = 86_400 - ((app.clock.at / 1000) % 86_400)
  for (const path of [jobs, `${created.headers.get('location')}/message`]) {
    const refused = await app.call('POST', path, { body: { prompt: 'y' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
    expect(refused.json.error).toBe(
      `the project's budget for today is spent (51.25 of 50.00 US dollars); try again after 00:00 UTC on ${dayAt(app.clock.at + seconds * 1000)}`,
    )
  }
  app.clock.at += seconds * 1000
  expect((await app.call('POST', jobs, { body: { prompt: 'y' } })).status).toBe(201)
})

test('a project with a spent budget of its organisation refuses work until the next month', async () => {
  const app = await startAppServer()
  const budgets = [{ name: 'docs', usdPerMonth: 3, warnAt: 80 }]
  const charge = await chargeMonthlyBudgets(app.store, { accountId: 77, budgets }, 4.39, app.clock.at)
  await app.store.commit({ checks: charge.checks, set: charge.set })
  const parsed = parseProjectConfig([])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  const config = { ...parsed.config, budgets }
  await changeProject(app.store, app.project, (project) => ({ ...project, config }))
  const create = () => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const refused = await create()
  const at = new Date(app.clock.at)
  const seconds = (Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1) - app.clock.at) / 1000
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, String(seconds)])
  expect(refused.json.error).toBe(
    `the organisation's budget docs for this month is spent (4.39 of 3.00 US dollars); raise it in the settings of the organisation, or try again after 00:00 UTC on ${dayAt(app.clock.at + seconds * 1000)}`,
  )
  app.clock.at += seconds * 1000
  expect((await create()).status).toBe(201)
})

test('an Idempotency-Key belongs to one API key and one path', async () => {
  const app = await startAppServer()
  const headers = { 'idempotency-key': 'k' }
  const jobs = `/v2/agent/${app.project}/job`
  const create = (key: string) => app.call('POST', jobs, { key, headers, body: { prompt: 'x' } })
  const first = await create(app.key)
  const other = await create(await app.newKey())
  expect(other.json.id).not.toBe(first.json.id)
  const message = await app.call('POST', `${first.headers.get('location')}/message`, {
    headers,
    body: { prompt: 'x' },
  })
  // Sent, and not the answer of the create once more.
  expect([message.status, message.headers.get('x-ratelimit-remaining')]).toEqual([200, '97'])
  expect(await listEntries(app.store, 'msg/')).toHaveLength(3)
  // A replay costs nothing, and does not say what is left.
  const again = await create(app.key)
  expect([again.status, again.text, again.headers.get('location')]).toEqual([
    201,
    first.text,
    first.headers.get('location'),
  ])
  expect(again.headers.get('ratelimit')).toBeNull()
})

test('refused and read-only requests cost nothing', async () => {
  const app = await startAppServer({ rateLimit: 3 })
  const jobs = `/v2/agent/${app.project}/job`
  const created = await app.call('POST', jobs, { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  await app.call('POST', `${path}/archive`)
  for (let n = 0; n < 5; n++) {
    expect((await app.call('POST', `${path}/message`, { body: { prompt: 'x' } })).status).toBe(409)
    expect((await app.call('POST', jobs, { body: { prompt: 'x', model: 'none' } })).status).toBe(400)
    expect((await app.call('GET', path)).status).toBe(200)
  }
  const next = await app.call('POST', jobs, { body: { prompt: 'x' } })
  expect(next.headers.get('x-ratelimit-remaining')).toBe('1')
})
