import { expect, test } from 'vitest'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'
import { openStream } from '../../support/app/open-stream.ts'
import { until } from '../../support/world/jobs.ts'
import { samples } from './samples.ts'

const TOKEN = 'a-token-of-the-tests'

async function told(app: AppServer, name: string): Promise<Record<string, number>> {
  const answer = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
  return samples(await answer.text(), name)
}

test('requests are counted by route template and status, so callers cannot create series', async () => {
  const app = await startAppServer({ metricsToken: TOKEN })
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  for (let n = 0; n < 3; n++) await app.call('GET', path)
  await app.call('GET', path, { headers: { 'if-none-match': '*' } })
  await app.call('GET', path, { key: null })
  await app.call('GET', `${path}/runs`)
  await app.call('GET', '/healthz')
  for (const odd of ['/a', '/b?c=d', `/v2/agent/${app.project}/nothing`]) await app.call('GET', odd)
  await fetch(`${app.url}/healthz`, { method: 'BREW' }).catch(() => null)
  const counted = await told(app, 'prentice_http_requests_total')
  // The first call of all tests reads the description.
  expect(
    Object.fromEntries(Object.entries(counted).filter(([labels]) => !labels.includes('openapi'))),
  ).toEqual({
    'route="/v2/agent/:projectId/job",method="POST",status="201"': 1,
    'route="/v2/agent/:projectId/job/:id",method="GET",status="200"': 3,
    'route="/v2/agent/:projectId/job/:id",method="GET",status="304"': 1,
    'route="/v2/agent/:projectId/job/:id",method="GET",status="401"': 1,
    'route="/v2/agent/:projectId/job/:id/runs",method="GET",status="200"': 1,
    'route="/healthz",method="GET",status="200"': 1,
    'route="other",method="GET",status="404"': 3,
  })
})

test('jobs are counted by status, and due entries are counted', async () => {
  const app = await startAppServer({ metricsToken: TOKEN })
  for (let n = 0; n < 2; n++)
    await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const job = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = job.headers.get('location') ?? ''
  await app.call('POST', `${path}/cancel`)
  await app.call('POST', `${path}/message`, { body: { prompt: 'y' } })
  expect(await told(app, 'prentice_jobs_created_total')).toEqual({ '': 3 })
  expect(await told(app, 'prentice_job_status_total')).toEqual({
    'status="active"': 4,
    'status="failed"': 1,
  })
  expect(await told(app, 'prentice_runs_ended_total')).toEqual({ 'state="cancelled",reason="cancelled"': 1 })
  expect(await told(app, 'prentice_runs')).toMatchObject({ 'state="queued"': 3, 'state="running"': 0 })
  app.clock.at += 90_000
  expect(await told(app, 'prentice_due_lag_seconds')).toEqual({ '': 90 })
})

test('webhooks are counted by event and outcome, and an unknown event is `other`', async () => {
  const app = await startAppServer({ metricsToken: TOKEN })
  const payload = { action: 'x', installation: { id: 1 } }
  await app.webhook(
    'push',
    { ...payload, ref: 'x', repository: { id: 1, default_branch: 'y' } },
    { delivery: 'a' },
  )
  await until('it to be noted', async () => (await app.store.get('delivery/a')) ?? null)
  await app.webhook('push', payload, { delivery: 'a', secret: 'a guess' })
  await app.webhook(
    'push',
    { ...payload, ref: 'x', repository: { id: 1, default_branch: 'y' } },
    { delivery: 'a' },
  )
  await app.webhook('installation', { action: 'created', installation: null })
  await app.webhook('made-up', payload)
  expect(await told(app, 'prentice_webhooks_total')).toEqual({
    'event="push",outcome="handled"': 1,
    'event="push",outcome="refused"': 1,
    'event="push",outcome="repeated"': 1,
    'event="installation",outcome="refused"': 1,
    'event="other",outcome="handled"': 1,
  })
})

test('watchers of jobs are counted', async () => {
  const app = await startAppServer({ metricsToken: TOKEN })
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = created.headers.get('location') ?? ''
  const streams = [await openStream(app, path), await openStream(app, path)]
  for (const stream of streams) await stream.until(({ name }) => name === 'job')
  expect(await told(app, 'prentice_event_streams')).toEqual({ '': 2 })
  await app.call('POST', `${path}/cancel`)
  await until('them to end', async () =>
    (await told(app, 'prentice_event_streams'))[''] === 0 ? true : null,
  )
})
