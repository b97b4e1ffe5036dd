import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pseudo } from '../../../../src/app/http/dashboard/words/words.ts'
import { StoreFull, StoreUnavailable } from '../../../../src/app/store/store.ts'
import { startDashboard, type Visitor } from '../../../support/dashboard/start-dashboard.ts'
import { jobScene, KEY } from './job/job-scene.ts'

/** What is no word of the dashboard: names, ids, addresses, times, keys of settings and commands. */
const DATA =
  /<(code|pre|textarea|relative-time|option|style|script)\b[\s\S]*?<\/\1>|\b(acme|docs|olga|willy|prj_\w+|prn_\w+|test|command line|key_\d+|UTC|anthropic\/default|batch_\w+|OpenAI|edit_file)\b/g

const visibleWords = (text: string): string[] =>
  text
    .replace(/[\s\S]*<body>/, '')
    .replace(/<a class="n"[\s\S]*?<\/a>/g, ' ')
    .replace(DATA, ' ')
    .replace(/<[^>]+>/g, '\n')
    .replace(/&\w+;|&#\d+;/g, ' ')
    .split('\n')
    .filter((line) => /[a-z]{2}/i.test(line))

test('every visible word of the frame, the keys and the projects comes from a catalogue', async () => {
  const dashboard = await startDashboard({ say: pseudo })
  expect(visibleWords((await dashboard.visitor().get('/sign-in')).text)).toEqual([])
  const olga = await dashboard.signIn('olga')
  const list = await olga.get('/keys')
  const key = /\/dashboard\/keys\/key_[\w-]+/.exec(list.text)?.[0] ?? ''
  const project = `/projects/${dashboard.project}`
  const given = { name: 'test', url: 'https://x.example/y', format: 'standard', event: 'job.failed' }
  const made = await olga.post('/webhooks', { ...given, key: key.replace('/dashboard/keys/', '') })
  expect(visibleWords(made.text)).toEqual([])
  const webhook = /\/dashboard\/webhooks\/whk_\w+/.exec(made.text)?.[0] ?? ''
  const wanted = { projectId: dashboard.project, prompt: 'test', each: 'docs' }
  const batch = `/batches/${(await dashboard.call('POST', '/v2/batches', { body: wanted })).json.id}`
  for (const path of [
    '/',
    '/keys',
    '/keys/new',
    key,
    '/webhooks',
    '/webhooks/new',
    webhook,
    '/projects',
    project,
    '/runner-repository',
    '/runner-repository?project=nowhere',
    '/batches',
    '/batches/new',
    batch,
    '/usage',
    '/audit',
    '/audit?by=no',
  ])
    expect([path, visibleWords((await olga.get(path)).text)]).toEqual([path, []])
})

test('every visible word of an error comes from a catalogue', async () => {
  let failure: Error | null = null
  const { app, path } = await jobScene('1234', {
    say: pseudo,
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
    expect([send.toString(), got, visibleWords(text)]).toEqual([send.toString(), status, []])
  }
  const refused = await willy.post(`${path}/message`, { ...key, prompt: '1' })
  expect([refused.status, visibleWords(refused.text)]).toEqual([422, []])
  for (const error of [new StoreUnavailable('down'), new StoreFull('disk'), new Error('a bug')]) {
    failure = error
    const { text, status } = await willy.get('/jobs')
    expect([error.name, status, visibleWords(text)]).toEqual([error.name, expect.toBeOneOf([500, 503]), []])
  }
})

test('the dashboard throws only errors whose text comes from a catalogue', () => {
  const root = join(import.meta.dirname, '../../../../src/app/http/dashboard')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  )
  const found = files.filter(
    (name) =>
      !name.startsWith(join('errors', 'error-page')) &&
      /new HttpError\(|new PageError\(\s*\d+,\s*['"`]/.test(readFileSync(join(root, name), 'utf8')),
  )
  expect(found).toEqual([])
})
