import { expect, test } from 'vitest'
import { keySpace } from '../../../../../src/app/store/key-space.ts'
import {
  type Dashboard,
  startDashboard,
  type Visitor,
} from '../../../../support/dashboard/start-dashboard.ts'

const URL = 'https://example.com/hook'
const flash = (text: string): string | undefined =>
  /flash flash-(?:success|danger|attention).*?<span>([^<]*)/s.exec(text)?.[1]

async function keyOf(app: Dashboard, name: string): Promise<string> {
  const key = (await app.services.keys.list(77)).find((one) => one.name === name)
  if (key === undefined) throw new Error(`there is no key ${name}`)
  return key.id
}

const secretIn = (text: string): string => /whsec_[\w+/=]+/.exec(text)?.[0] ?? ''

async function create(app: Dashboard, visitor: Visitor, over: Record<string, string | string[]> = {}) {
  const fields = { name: 'bot', url: URL, format: 'standard', event: ['job.completed', 'job.failed'] }
  const page = await visitor.post('/webhooks', { ...fields, key: await keyOf(app, 'test'), ...over })
  const listed = await visitor.get('/webhooks')
  return { page, id: /\/dashboard\/webhooks\/(?!new)(\w+)/.exec(listed.text)?.[1] ?? '' }
}

test('a webhook is created, shows its secret once, is rotated, disabled, enabled and deleted', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  expect((await olga.get('/webhooks')).text).toContain('No webhook yet')
  const { page, id } = await create(app, olga)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const first = secretIn(page.text)
  expect(first).not.toBe('')
  const path = `/webhooks/${id}`
  const shown = await olga.get(path)
  expect(shown.text).toMatch(/<code>job\.completed<\/code> <code>job\.failed<\/code>/)
  expect(shown.text).toContain('All projects of the API key')
  expect(shown.text).not.toContain(first)

  const rotated = await olga.post(`${path}/rotate`)
  expect(secretIn(rotated.text)).not.toBe(first)
  expect((await olga.get(path)).text).toContain('The previous one is valid until')

  await olga.post(`${path}/disable`)
  const { text: off } = await olga.get(path)
  expect(flash(off)).toBe('The webhook was disabled.')
  expect(off).toContain('disabled by @olga: enable it to send events again')
  await olga.post(`${path}/enable`)
  expect(flash((await olga.get(path)).text)).toBe('The webhook was enabled. Pending deliveries are sent now.')
  await olga.post(`${path}/delete`)
  expect(flash((await olga.get('/webhooks')).text)).toBe('The webhook bot was deleted.')
  expect((await olga.get(path)).status).toBe(404)

  const { text: audit } = await olga.get('/audit')
  for (const done of ['created', 'rotated the secret of', 'disabled', 'enabled', 'deleted'])
    expect(audit).toContain(`${done} the webhook`)
})

test('a webhook can be created for the projects whose settings name it', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const refused = await create(app, olga, { named: 'on', name: '' })
  expect(refused.page.text).toMatch(/name="named"[^>]* checked/)
  const { id } = await create(app, olga, { named: 'on', name: 'team-chat' })
  for (const path of ['/webhooks', `/webhooks/${id}`])
    expect((await olga.get(path)).text).toContain('All projects of the API key, if their settings name it')
})

test('all that is wrong with the form is said, each at its field, and what was typed stays', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { page } = await create(app, olga, {
    ...{ name: ' ', url: 'http://10.0.0.1/"><b>', event: [], key: 'key_0', project: 'nowhere' },
  })
  expect(page.status).toBe(422)
  for (const field of ['name', 'url', 'events', 'key', 'project'])
    expect(page.text).toContain(`id="${field}-error"`)
  expect(page.text).toContain('value="http://10.0.0.1/&quot;&gt;&lt;b&gt;"')
})

test('a second webhook for the same URL is refused, with what was typed', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  await create(app, olga)
  const { page } = await create(app, olga, { name: 'another' })
  expect([page.status, flash(page.text)]).toEqual([409, expect.stringContaining('already has a webhook')])
  expect(page.text).toContain('value="another"')
})

test('deliveries are listed, and sent again', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { id } = await create(app, olga)
  const [at, event, job] = [app.clock.at, `evt_${app.clock.at}_${'0'.repeat(26)}_1`, `job_${'0'.repeat(26)}`]
  const listed = { id: job, projectId: app.project, status: 'failed', prLink: null, reason: null }
  const data = {
    job: { ...listed, title: '<b>Fix</b>', source: { repository: 'https://github.com/acme/docs' } },
  }
  const payload = { type: 'job.failed', timestamp: new Date(at).toISOString(), data }
  const delivery = {
    event: { id: event, at, project: app.project, job, rev: 1, payload },
    ...{ state: 'failed', failures: 1, since: at, nextAt: null },
    attempts: [{ at, status: 503, error: 'the receiver answered 503', ms: 12 }],
  }
  const key = keySpace.webhookDelivery(id, at, event)
  await app.store.commit({ set: [{ key, value: JSON.stringify(delivery) }] })
  const { text } = await olga.get(`/webhooks/${id}`)
  expect(text).toContain('&lt;b&gt;Fix&lt;/b&gt;')
  expect(text).toContain('503 after 12 ms: the receiver answered 503')
  await olga.post(`/webhooks/${id}/deliveries/${event}/redeliver`)
  expect(flash((await olga.get(`/webhooks/${id}`)).text)).toBe('The event is sent again.')
  expect(JSON.parse((await app.store.get(key)) ?? '')).toMatchObject({ state: 'pending', failures: 0 })
  const gone = await olga.post(`/webhooks/${id}/deliveries/${event.replace(/_1$/, '_2')}/redeliver`)
  expect(gone.status).toBe(404)
})

test('people manage the webhooks of the projects that they administer, and see no other', async () => {
  const app = await startDashboard()
  const [olga, ada, willy] = [await app.signIn('olga'), await app.signIn('ada'), await app.signIn('willy')]
  const { id } = await create(app, olga)
  // It covers all projects of the account.
  expect((await ada.get(`/webhooks/${id}`)).status).toBe(404)
  expect((await ada.post(`/webhooks/${id}/delete`)).status).toBe(404)
  expect((await ada.get('/webhooks')).text).not.toContain(id)
  const own = await create(app, olga, { name: 'docs only', project: app.project })
  expect(own.page.status).toBe(200)
  const { text } = await ada.get('/webhooks')
  expect(text).toContain('docs only')
  const [, seen = ''] = /\/dashboard\/webhooks\/(?!new)(\w+)/.exec(text) ?? []
  expect((await ada.post(`/webhooks/${seen}/disable`)).status).toBe(303)
  expect((await willy.get('/webhooks')).text).toContain('You cannot manage any webhook here')
  expect((await willy.get('/webhooks/new')).status).toBe(403)
  expect((await willy.get(`/webhooks/${seen}`)).status).toBe(404)
  // A right that GitHub has just taken away counts, although the page knew it a moment ago.
  app.github.people.ada?.rights.clear()
  expect((await ada.post(`/webhooks/${seen}/enable`)).status).toBe(404)
})

test('the secret of a chat, which is its URL, is not shown', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { id } = await create(app, olga, {
    url: 'https://hooks.slack.com/services/T/B/secret',
    format: 'slack',
  })
  for (const path of ['/webhooks', `/webhooks/${id}`])
    expect((await olga.get(path)).text).not.toContain('/services/')
})
