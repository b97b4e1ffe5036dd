import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app/app-server.ts'
import { startBreakableServer } from '../../support/app/breakable-server.ts'
import { listEntries } from '../../support/app/list-entries.ts'

const installed = (
  action: string,
  repositories: object[],
  account = { id: 77, login: 'acme', type: 'Organization' },
) => ({
  action,
  installation: { id: 2, account },
  repositories,
  sender: { id: 1, login: 'ann' },
})
const repository = { id: 500, name: 'site', full_name: 'acme/site', private: false, node_id: 'x' }
const projectsOf = async (app: Awaited<ReturnType<typeof startAppServer>>) => {
  const { json } = await app.call('GET', '/v2/projects')
  return (json.projects as { repository: string }[]).map((project) => project.repository).sort()
}

test('an installation creates projects, and its end removes them', async () => {
  const app = await startAppServer()
  expect((await app.webhook('installation', installed('created', [repository]))).status).toBe(200)
  expect(await projectsOf(app)).toEqual(['https://github.com/acme/docs', 'https://github.com/acme/site'])
  expect((await app.webhook('installation', installed('deleted', []))).status).toBe(200)
  expect(await projectsOf(app)).toEqual(['https://github.com/acme/docs'])
})

test('an account that is not allowed gets no project', async () => {
  const app = await startAppServer()
  const stranger = { id: 99, login: 'stranger', type: 'User' }
  await app.webhook('installation', installed('created', [repository], stranger))
  expect(await listEntries(app.store, 'project/')).toHaveLength(1)
})

test('after a transfer the old account gets no more information', async () => {
  const app = await startAppServer()
  await app.webhook('installation', installed('created', [repository]))
  const job = await app.call('POST', '/v2/agent/prj_dw/job', { body: { prompt: 'x' } })
  expect(job.status).toBe(201)
  const umbrella = { id: 88, login: 'umbrella', type: 'Organization' }
  await app.webhook('installation', installed('created', [repository], umbrella))
  const path = job.headers.get('location') ?? ''
  expect((await app.call('GET', path)).status).toBe(404)
  expect((await app.call('POST', `${path}/message`, { body: { prompt: 'x' } })).status).toBe(404)
  const newOwner = await app.newKey({ accountId: 88 })
  expect((await app.call('GET', path, { key: newOwner })).status).toBe(200)
})

test('a forged, unsigned or oversized webhook changes nothing', async () => {
  const app = await startAppServer()
  const before = await listEntries(app.store)
  expect(
    (await app.webhook('installation', installed('created', [repository]), { secret: 'guess' })).status,
  ).toBe(400)
  const unsigned = await fetch(`${app.url}/api/github/webhooks`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'installation',
      'x-github-delivery': '1',
    },
    body: JSON.stringify(installed('created', [repository])),
  })
  expect(unsigned.status).toBe(400)
  const huge = await fetch(`${app.url}/api/github/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` },
    body: 'x'.repeat(26 * 1024 * 1024),
  }).then(
    (response) => response.status,
    // The connection may be closed while the rest is still being sent.
    () => 413,
  )
  expect(huge).toBe(413)
  expect(await listEntries(app.store)).toEqual(before)
})

test('a handler that throws gives 500, and the server continues', async () => {
  const { app, fail } = await startBreakableServer()
  fail(true)
  const answer = await app.webhook('installation', installed('created', [repository]))
  expect(answer.status).toBe(500)
  fail(false)
  expect((await app.call('GET', '/healthz')).status).toBe(200)
  expect((await app.webhook('installation', installed('created', [repository]))).status).toBe(200)
})
