import { expect, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'

type Line = Record<string, unknown>
const linesOf = (app: AppServer, path: string): Line[] =>
  app.logged.map((line) => JSON.parse(line) as Line).filter((line) => line.path === path)

test('a request that creates or names a job logs the job', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const { id } = created.json
  const requestId = created.headers.get('x-request-id')
  expect(linesOf(app, `/v2/agent/${app.project}/job`)).toEqual([
    expect.objectContaining({ requestId, job: id, status: 201 }),
  ])
  await app.call('GET', `/v2/agent/${app.project}/job/${id}/runs`)
  expect(linesOf(app, `/v2/agent/${app.project}/job/${id}/runs`)).toEqual([
    expect.objectContaining({ job: id }),
  ])
})

test('every request to a runner route logs the run and its job', async () => {
  const app = await startAppServer()
  const path = '/runner/v1/runs/run_ya_01m7xk4ymke8m8qhxhtq1qmf80_2/events'
  await fetch(app.url + path, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } })
  expect(linesOf(app, path)).toEqual([
    expect.objectContaining({ job: 'job_01m7xk4ymke8m8qhxhtq1qmf80', run: 2, requestId: expect.any(String) }),
  ])
  const odd = '/runner/v1/runs/what-a-caller-writes/events'
  await fetch(app.url + odd, { method: 'POST' })
  expect(linesOf(app, odd)[0]).not.toHaveProperty('run')
})

test('every log line about a webhook has its event and delivery', async () => {
  const app = await startAppServer()
  const umbrella = { id: 9, login: 'stranger', type: 'User' }
  const payload = { action: 'created', installation: { id: 2, account: umbrella }, repositories: [] }
  await app.webhook('installation', payload, { delivery: 'guid-1' })
  const about = { delivery: 'guid-1', event: 'installation', requestId: expect.any(String) }
  // A webhook is noted as handled after its response, and logged after that.
  await expect.poll(() => linesOf(app, '/api/github/webhooks')).toEqual([expect.objectContaining(about)])
  const within = app.logged.map((line) => JSON.parse(line) as Line)
  expect(within).toContainEqual(
    expect.objectContaining({ ...about, msg: expect.stringContaining('not in ALLOWED_ACCOUNTS') }),
  )
})

test('simultaneous requests keep their ids apart', async () => {
  const app = await startAppServer()
  const created = await Promise.all(
    Array.from({ length: 10 }, () =>
      app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } }),
    ),
  )
  const told = linesOf(app, `/v2/agent/${app.project}/job`).map(({ requestId, job }) => [requestId, job])
  const real = created.map(({ headers, json }) => [headers.get('x-request-id'), json.id])
  expect(told.sort()).toEqual(real.sort())
})
