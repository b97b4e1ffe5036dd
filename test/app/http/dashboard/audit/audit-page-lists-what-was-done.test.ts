import { expect, test } from 'vitest'
import { personInDashboard } from '../../../../../src/app/audit/actor.ts'
import { ACTION_TEXTS, CATEGORIES } from '../../../../../src/app/http/dashboard/audit/audit-page.ts'
import { cancelJob } from '../../../../../src/app/jobs/cancel-job.ts'
import { pauseWork } from '../../../../../src/app/ops/hold-commands.ts'
import { RETENTION } from '../../../../support/app/retention.ts'
import { type Dashboard, startDashboard } from '../../../../support/dashboard/start-dashboard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>"\'&'

async function givenActs(app: Dashboard): Promise<string> {
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: HOSTILE } })
  app.clock.at += 1000
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const ada = personInDashboard({ id: 5, login: 'ada' }, '192.0.2.1')
  await cancelJob(deps, { project: app.project, job: String(json.id) }, ada)
  return String(json.id)
}

test('owners see everything, members what concerns their projects, strangers nothing', async () => {
  const app = await startDashboard()
  const job = await givenActs(app)
  const owner = (await (await app.signIn('olga')).get('/audit')).text
  expect(owner).toContain('created the API key')
  expect(owner).toContain('signed in')
  expect(owner).toContain('192.0.2.1')
  const member = (await (await app.signIn('rita')).get('/audit')).text
  expect(member).toContain(`/dashboard/jobs/${app.project}/${job}`)
  expect(member).toContain('stopped the job')
  expect(member).not.toContain('192.0.2.1')
  expect(member).not.toContain('created the API key')
  expect(member).not.toContain('<img')
  expect((await (await app.signIn('sten')).get('/audit')).status).toBe(404)
})

test('a member downloads no address of another person', async () => {
  const app = await startDashboard()
  await givenActs(app)
  const addressesFor = async (login: string) =>
    (await (await app.signIn(login)).get('/audit.jsonl?category=job')).text.match(/"address":"/g)?.length ?? 0
  expect([await addressesFor('olga'), await addressesFor('rita')]).toEqual([2, 0])
})

test('the list is filtered and continues on the next page', async () => {
  const app = await startDashboard()
  for (let n = 0; n < 30; n++) await givenActs(app)
  const rita = await app.signIn('rita')
  const first = (await rita.get('/audit?category=job&by=')).text
  const rows = (text: string) => text.match(/<tr role="row"><td/g)?.length
  expect(rows(first)).toBe(50)
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(next).toContain('category=job')
  expect(rows((await rita.get(next)).text)).toBe(10)
  expect(rows((await rita.get('/audit?by=@ADA')).text)).toBe(30)
  expect((await rita.get('/audit?since=2030-01-01')).text).toContain('No entry matches these filters')
})

test('the category of each action can be chosen', () => {
  const categories = new Set(Object.keys(ACTION_TEXTS).map((action) => action.split('.')[0]))
  expect(new Set(CATEGORIES)).toEqual(categories)
})

test.each(['category=x', 'since=yesterday', 'until=2026-13-01', 'cursor=%3Cscript%3E'])(
  'a wrong parameter is refused by name: %s',
  async (query) => {
    const app = await startDashboard()
    const { status, text } = await (await app.signIn('rita')).get(`/audit?${query}`)
    expect(status).toBe(400)
    expect(text).toContain(query.split('=')[0])
    expect(text).not.toContain('<script>')
  },
)

test('the download has one JSON object for each line', async () => {
  const app = await startDashboard()
  await givenActs(app)
  const { status, text, headers } = await (await app.signIn('olga')).get('/audit.jsonl?category=job')
  expect([status, headers.get('content-type')]).toEqual([200, 'application/jsonl; charset=utf-8'])
  const entries = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(entries.map(({ action }) => action)).toEqual(['job.cancelled', 'job.created'])
  expect(entries[0]).toMatchObject({
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    by: { kind: 'person', name: 'ada', via: 'dashboard', address: '192.0.2.1' },
    project: app.project,
    subject: { name: HOSTILE },
  })
})

test('an entry about a whole project names the project once', async () => {
  const app = await startDashboard()
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  await pauseWork(deps, { account: undefined, project: 'acme/docs', by: 'ana', why: null, isStopping: false })
  const { text } = await (await app.signIn('olga')).get('/audit?category=operator')
  expect(text).toMatch(/paused the work of <strong>acme\/docs<\/strong>/)
  expect(text.match(/acme\/docs/g)).toHaveLength(1)
})
