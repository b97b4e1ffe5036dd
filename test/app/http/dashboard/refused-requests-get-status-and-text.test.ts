import { expect, test } from 'vitest'
import { StoreFull, StoreUnavailable } from '../../../../src/app/store/store.ts'
import type { Visitor } from '../../../support/dashboard/start-dashboard.ts'
import { jobScene, KEY } from './job/job-scene.ts'

const visibleText = (html: string): string =>
  html
    .replace(/[\s\S]*<main[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .trim()

test('a refused request gets its status and a text', async () => {
  let failure: Error | null = null
  const { app, path } = await jobScene('1234', {
    rateLimit: 1,
    store: (store) => ({
      ...store,
      list: (range) => (failure === null ? store.list(range) : Promise.reject(failure)),
    }),
  })
  const [olga, willy, rita] = [await app.signIn('olga'), await app.signIn('willy'), await app.signIn('rita')]
  const key = { 'idempotency-key': KEY }
  const project = `/projects/${app.project}`
  const form = { ...key, project: app.project, prompt: 'x' }
  const cases: readonly [number, () => ReturnType<Visitor['get']>][] = [
    [404, () => willy.get('/nowhere')],
    [404, () => willy.get('/assets/none.css')],
    [404, () => willy.get('/projects/prj_1')],
    [404, () => willy.get(`/jobs/${app.project}/job_1`)],
    [404, () => willy.get(`${path}?run=9`)],
    [404, () => willy.get(`${path}/patch`)],
    [404, () => willy.get(`${path}/messages/9`)],
    [404, () => willy.get(`${path}/events?after=1-9`)],
    [404, () => olga.get('/keys/key_none')],
    [404, () => olga.get('/webhooks/whk_none')],
    [404, () => olga.get('/batches/batch_none')],
    [
      422,
      () => willy.post('/batches', { ...key, kind: 'files', prompt: ' ', ref: '..', model: 'x', first: 'x' }),
    ],
    [422, () => willy.post('/batches', { ...key, kind: 'projects', names: 'none' })],
    [403, () => rita.get('/webhooks/new')],
    [422, () => olga.post('/webhooks', { format: 'none', project: 'none' })],
    [422, () => willy.post('/jobs', { ...form, workingDirectory: '..', metadata: 'none' })],
    [400, () => olga.get('/audit?category=none')],
    [400, () => olga.get('/audit?since=yesterday')],
    [400, () => olga.get('/audit?cursor=!')],
    [403, () => rita.post(`${project}/check`)],
    [403, () => rita.get('/keys/new')],
    [403, () => rita.get('/runner-repository')],
    [422, () => olga.post('/runner-repository', { project: 'none' })],
    [422, () => olga.post('/runner-repository/remove')],
    [403, () => willy.post('/sign-out', {}, { origin: 'https://evil.example' })],
    [403, () => willy.post('/sign-out', {}, { 'sec-fetch-site': 'cross-site' })],
    [401, () => app.visitor().post('/sign-out')],
    [401, () => app.visitor().post('/jobs', { ...key, prompt: '1' })],
    [415, () => willy.post('/jobs', {}, { 'content-type': 'application/json' })],
    [400, () => willy.post('/jobs', { ...form, 'idempotency-key': '' })],
    [400, () => willy.post('/jobs/bulk', { action: 'dance' })],
    [422, () => willy.post(`${path}/message`, { ...key, prompt: ' ' })],
    [422, () => willy.post(`${path}/message`, { ...key, prompt: '1'.repeat(500_001) })],
    [413, () => willy.post(`${path}/message`, { ...key, prompt: 'x'.repeat(6 * 1024 * 1024) })],
    [422, () => willy.post('/jobs', form)],
    [422, () => willy.post('/jobs', { ...form, ref: 'a b' })],
    [422, () => willy.post('/jobs', { ...form, model: 'nonsense' })],
    [422, () => olga.post('/keys', { coverage: 'chosen', addresses: 'none' })],
    [422, () => olga.post('/keys', { coverage: 'chosen', projects: 'none', addresses: '0.0.0.0/0' })],
  ]
  for (const [status, send] of cases) {
    const { text, status: got } = await send()
    expect([send.toString(), got, visibleText(text)]).toEqual([
      send.toString(),
      status,
      expect.stringMatching(/\w{3}/),
    ])
  }
  const refused = await willy.post(`${path}/message`, { ...key, prompt: '1' })
  expect(refused.status).toBe(422)
  for (const error of [new StoreUnavailable('down'), new StoreFull('disk'), new Error('a bug')]) {
    failure = error
    const { text, status } = await willy.get('/jobs')
    expect([error.name, status, visibleText(text)]).toEqual([
      error.name,
      expect.toBeOneOf([500, 503]),
      expect.stringMatching(/\w{3}/),
    ])
  }
})
