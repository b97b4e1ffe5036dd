import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../support/app/retention.ts'

const DAY_MS = 86_400_000

test('the usage is summed by day, project and model, for what the key covers', async () => {
  const app = await startAppServer()
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const failed = async (model: string) => {
    const body = { prompt: 'x', model }
    const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
    const runner = await seatedRunner(deps, { project: app.project, job: String(created.json.id) })
    await (await runner.fail('no answer')).confirm()
  }
  await failed('anthropic/one')
  app.clock.at += DAY_MS
  await failed('anthropic/one')
  await failed('anthropic/two')

  const { status, json } = await app.call('GET', '/v2/usage?days=3')
  const counts = { succeeded: 0, cancelled: 0, cachedInputTokens: 0, costUsd: 0 }
  const of = (runs: number) => ({
    ...counts,
    jobs: runs,
    failed: runs,
    inputTokens: runs,
    outputTokens: runs,
    unpriced: runs,
  })
  const dateOf = (at: number) => new Date(at).toISOString().slice(0, 10)
  expect([status, json]).toEqual([
    200,
    {
      total: of(3),
      days: [0, 1, 2].map((runs, i) => ({ date: dateOf(app.clock.at - (2 - i) * DAY_MS), ...of(runs) })),
      projects: [{ projectId: app.project, ...of(3) }],
      models: [
        { model: 'anthropic/one', ...of(2) },
        { model: 'anthropic/two', ...of(1) },
      ],
    },
  ])
  const today = await app.call('GET', `/v2/usage?days=1&projectId=${app.project}`)
  expect(today.json).toMatchObject({ total: of(2) })

  const stranger = await app.newKey({ accountId: 78 })
  expect((await app.call('GET', '/v2/usage', { key: stranger })).json).toMatchObject({ total: of(0) })
  const foreign = await app.call('GET', `/v2/usage?projectId=${app.project}`, { key: stranger })
  expect(foreign.status).toBe(404)
})

test('a key for other projects of the account sees nothing of this one', async () => {
  const app = await startAppServer()
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const runner = await seatedRunner(deps, { project: app.project, job: String(created.json.id) })
  await runner.finish('done')
  const seen = async (key: string) => (await app.call('GET', '/v2/usage', { key })).json.projects
  expect(await seen(app.key)).toHaveLength(1)
  expect(await seen(await app.newKey({ projectIds: [app.project] }))).toHaveLength(1)
  await app.webhook('installation_repositories', {
    action: 'added',
    installation: { id: 1, account: { id: 77, login: 'acme' } },
    repositories_added: [{ id: 4321, name: 'other', full_name: 'acme/other', private: true }],
    repositories_removed: [],
  })
  const { projects } = (await app.call('GET', '/v2/projects')).json as { projects: { id: string }[] }
  const other = projects.find(({ id }) => id !== app.project)?.id ?? ''
  expect(await seen(await app.newKey({ projectIds: [other] }))).toEqual([])
})

test('the limits show what is left, and the request does not count', async () => {
  const app = await startAppServer({ rateLimit: 3 })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  app.clock.at += 60_000
  const path = `/v2/agent/${app.project}/limits`
  for (let i = 0; i < 2; i++) {
    expect((await app.call('GET', path)).json).toEqual({
      requests: { limit: 3, remaining: 2, resetSeconds: 3540 },
      daily: { capUsd: 50, leftUsd: 50, resetSeconds: expect.any(Number) },
      monthly: [],
    })
  }
  const unlimited = await startAppServer({ rateLimit: 0 })
  expect((await unlimited.call('GET', path)).json).toMatchObject({ requests: null })
})

test.each([
  ['/v2/usage?days=0', 400, '`days` must be a number from 1 to 366'],
  ['/v2/usage?days=1e2', 400, '`days` must be a number from 1 to 366'],
  ['/v2/usage?day=1', 400, 'this operation has no query parameter "day"; it takes `days`, `projectId`'],
  ['/v2/usage?projectId=prj_x', 404, /no project "prj_x"/],
  ['/v2/agent/prj_x/limits', 404, /no project "prj_x"/],
])('%s is refused with %i', async (path, status, message) => {
  const app = await startAppServer()
  const refused = await app.call('GET', path)
  expect([refused.status, refused.json.error]).toEqual([
    status,
    typeof message === 'string' ? message : expect.stringMatching(message),
  ])
})
