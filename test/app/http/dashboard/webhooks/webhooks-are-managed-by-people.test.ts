import { expect, test } from 'vitest'
import { changeKey, listKeys } from '../../../../../src/app/keys/key-record.ts'
import { memberOf } from '../../../../../src/app/limits/rate-limit.ts'
import { readWebhooks } from '../../../../../src/app/outbox/outbox-entry.ts'
import { DeliveryRecord, deliveryKeys } from '../../../../../src/app/outgoing/delivery-record.ts'
import { WebhookPayload } from '../../../../../src/contract/webhook.ts'
import {
  type Dashboard,
  startDashboard,
  type Visitor,
} from '../../../../support/dashboard/start-dashboard.ts'

const URL = 'https://example.com/hook'
const flash = (text: string): string | undefined =>
  /flash flash-(?:success|danger|attention).*?<span>([^<]*)/s.exec(text)?.[1]

async function keyOf(app: Dashboard, name: string): Promise<string> {
  const key = (await listKeys(app.parts, 77)).find((one) => one.name === name)
  if (key === undefined) throw new Error(`there is no key ${name}`)
  return key.id
}

const secretIn = (text: string): string => /whsec_[\w+/=]+/.exec(text)?.[0] ?? ''

async function create(visitor: Visitor, over: Record<string, string | string[]> = {}) {
  const fields = { name: 'bot', url: URL, format: 'standard', event: ['job.completed', 'job.failed'] }
  const page = await visitor.post('/webhooks', { ...fields, coverage: 'all', ...over })
  const listed = await visitor.get('/webhooks')
  return { page, id: /\/dashboard\/webhooks\/(?!new)(\w+)/.exec(listed.text)?.[1] ?? '' }
}

test('a webhook is created, shows its secret once, is rotated, disabled, enabled and deleted', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  expect((await olga.get('/webhooks')).text).toContain('No webhook yet')
  const { page, id } = await create(olga)
  expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const first = secretIn(page.text)
  expect(first).not.toBe('')
  const path = `/webhooks/${id}`
  const shown = await olga.get(path)
  expect(shown.text).toMatch(/<code>job\.completed<\/code> <code>job\.failed<\/code>/)
  expect(shown.text).toContain('<dt>Belongs to</dt><dd>@olga</dd>')
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
  const refused = await create(olga, { named: 'on', name: '' })
  expect(refused.page.text).toMatch(/name="named"[^>]* checked/)
  const { id } = await create(olga, { named: 'on', name: 'team-chat' })
  for (const path of ['/webhooks', `/webhooks/${id}`])
    expect((await olga.get(path)).text).toContain('All projects, if their settings name it')
})

test('each mistake is shown at its field, and the typed values stay', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { page } = await create(olga, {
    ...{ name: ' ', url: 'http://10.0.0.1/"><b>', event: [], coverage: 'chosen' },
  })
  expect(page.status).toBe(422)
  for (const field of ['name', 'url', 'events']) expect(page.text).toContain(`id="${field}-error"`)
  expect(page.text).toContain('Choose at least one project.')
  expect(page.text).toContain('value="http://10.0.0.1/&quot;&gt;&lt;b&gt;"')
})

test('a second webhook for the same URL is refused, with what was typed', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  await create(olga)
  const { page } = await create(olga, { name: 'another' })
  expect([page.status, flash(page.text)]).toEqual([
    409,
    expect.stringContaining('You already have a webhook'),
  ])
  expect(page.text).toContain('value="another"')
})

test('deliveries are listed, and sent again', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { id } = await create(olga)
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
  const key = deliveryKeys.record(id, at, event)
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
  const { id } = await create(olga)
  // It covers all projects of the account.
  expect((await ada.get(`/webhooks/${id}`)).status).toBe(404)
  expect((await ada.post(`/webhooks/${id}/delete`)).status).toBe(404)
  expect((await ada.get('/webhooks')).text).not.toContain(id)
  const own = await create(olga, { name: 'docs only', coverage: 'chosen', project: app.project })
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
  const { id } = await create(olga, {
    url: 'https://hooks.slack.com/services/T/B/secret',
    format: 'slack',
  })
  for (const path of ['/webhooks', `/webhooks/${id}`])
    expect((await olga.get(path)).text).not.toContain('/services/')
})

test('a webhook is edited; an empty URL stays, and wrong fields change nothing', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { id } = await create(olga)
  const path = `/webhooks/${id}`
  const fields = { name: 'chat', url: '', event: ['job.created'], named: 'on' }
  await olga.post(`${path}/edit`, fields)
  const { text } = await olga.get(path)
  expect(flash(text)).toBe('The webhook was changed.')
  expect(text).toContain('<h1>chat</h1>')
  expect(text).toContain('<code>https://example.com/hook</code>')
  expect(text).toContain('All projects, if their settings name it')
  for (const wrong of [{ event: [] }, { url: 'http://127.0.0.1/' }, { name: '' }])
    expect((await olga.post(`${path}/edit`, { ...fields, ...wrong })).status).toBe(422)
  expect((await olga.get(path)).text).toContain('<h1>chat</h1>')
  expect((await olga.get('/audit')).text).toContain('edited the webhook')
})

test('a test event is sent to a webhook that is on, and to no other', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { id } = await create(olga)
  const path = `/webhooks/${id}`
  await olga.post(`${path}/test`)
  const { text } = await olga.get(path)
  expect(flash(text)).toBe('A test event is sent. Its result appears below.')
  expect(text).toContain('<code>webhook.test</code>')
  const [entry] = await app.store.list({ prefix: deliveryKeys.of(id), limit: 5 })
  const { event } = DeliveryRecord.parse(JSON.parse(entry?.value ?? ''))
  expect(WebhookPayload.parse(event.payload).data.job.title).toBe('Test event')
  await olga.post(`${path}/disable`)
  expect((await olga.get(path)).text).not.toContain('Send a test event')
  expect((await olga.post(`${path}/test`)).status).toBe(409)
})

/** With an API key, over the API. */
async function createWithKey(app: Dashboard, projectIds?: string[]): Promise<{ key: string; id: string }> {
  const keyId = await keyOf(app, 'test')
  const by = { kind: 'server', id: null, name: 'a test', via: 'server', address: null } as const
  const made = await app.parts.outgoing.create(
    { accountId: 77, projectIds: null, keyId: null, by, member: memberOf(by, true) },
    { kind: 'key', keyId },
    {
      ...{ name: 'bot', url: URL, format: 'standard', events: ['job.failed'], onlyWhenNamed: false },
      ...(projectIds && { projectIds }),
    },
  )
  if (made.kind !== 'created') throw new Error(made.kind)
  return { key: keyId, id: made.made.webhook.id }
}

const expireSoon = (app: Dashboard, key: string): Promise<unknown> => {
  const expiresAt = new Date(app.clock.at + 13 * 86_400_000).toISOString()
  return changeKey(app.store, { accountId: 77, id: key }, (record) => ({ ...record, expiresAt }))
}

test('the page of a key names the webhooks that end with it, and warns two weeks before it expires', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { key, id } = await createWithKey(app)
  const pages = async () =>
    Promise.all([`/keys/${key}`, `/webhooks/${id}`].map(async (path) => (await olga.get(path)).text))
  const [quiet, quietHook] = await pages()
  expect(quiet).toMatch(/Ends with this key.*Webhook bot/s)
  expect(quiet).not.toContain('Rotate the key before')
  expect(quietHook).not.toContain('Rotate the key before')
  await expireSoon(app, key)
  for (const text of await pages()) expect(text).toContain('Rotate the key before')
})

test('the overview names the webhooks that end with their key within two weeks, unless the key was revoked', async () => {
  const app = await startDashboard()
  const [olga, willy] = [await app.signIn('olga'), await app.signIn('willy')]
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'anything' } })
  const { key, id } = await createWithKey(app)
  const isWarning = async (visitor: Visitor): Promise<boolean> =>
    (await visitor.get('/')).text.includes(`/webhooks/${id}`)
  expect(await isWarning(olga)).toBe(false)
  await expireSoon(app, key)
  expect(await isWarning(olga)).toBe(true)
  // Who does not manage webhooks can do nothing about it.
  expect(await isWarning(willy)).toBe(false)
  const revokedAt = new Date(app.clock.at).toISOString()
  await changeKey(app.store, { accountId: 77, id: key }, (record) => ({ ...record, revokedAt }))
  expect(await isWarning(olga)).toBe(false)
})

test('a person takes over a webhook of a key, which then ends neither with the key nor covers more than before', async () => {
  const app = await startDashboard()
  const [olga, ada] = [await app.signIn('olga'), await app.signIn('ada')]
  const { key, id } = await createWithKey(app, [app.project])
  expect((await ada.get(`/webhooks/${id}`)).text).toContain('It belongs to an API key, and ends with it.')
  await ada.post(`/webhooks/${id}/take-over`)
  const { text } = await ada.get(`/webhooks/${id}`)
  expect(flash(text)).toBe('The webhook is yours.')
  expect(text).toContain('<dt>Belongs to</dt><dd>@ada</dd>')
  expect(text).not.toContain('Take over')
  expect((await olga.get(`/keys/${key}`)).text).not.toContain('Webhook bot')
  const revokedAt = new Date(app.clock.at).toISOString()
  await changeKey(app.store, { accountId: 77, id: key }, (record) => ({ ...record, revokedAt }))
  expect((await ada.get(`/webhooks/${id}`)).text).toContain('Active')
  const { webhooks } = await readWebhooks(app.store, 77)
  expect(webhooks).toMatchObject([{ projectIds: [app.project], person: { login: 'ada' }, keyId: '' }])
  expect((await olga.get('/audit')).text).toContain('took over the webhook')
  // Who administers its project may take it on.
  expect((await olga.get(`/webhooks/${id}`)).text).toContain('It belongs to @ada')
})

test('a webhook whose key has ended is taken over and enabled', async () => {
  const app = await startDashboard()
  const olga = await app.signIn('olga')
  const { key, id } = await createWithKey(app)
  const revokedAt = new Date(app.clock.at).toISOString()
  await changeKey(app.store, { accountId: 77, id: key }, (record) => ({ ...record, revokedAt }))
  expect((await olga.get(`/webhooks/${id}`)).text).toContain('Its API key was revoked or has expired')
  expect((await olga.post(`/webhooks/${id}/test`)).status).toBe(409)
  await olga.post(`/webhooks/${id}/take-over`)
  expect((await olga.post(`/webhooks/${id}/test`)).status).toBe(303)
})

test('a person cannot take over a webhook that covers more than they administer', async () => {
  const app = await startDashboard()
  const ada = await app.signIn('ada')
  const { id } = await createWithKey(app)
  expect((await ada.post(`/webhooks/${id}/take-over`)).status).toBe(404)
})

test('a person who does not own the account can create webhooks only for projects that they administer', async () => {
  const app = await startDashboard()
  const ada = await app.signIn('ada')
  expect((await create(ada)).page.status).toBe(422)
  expect((await create(ada, { coverage: 'chosen', project: 'prj_0' })).page.status).toBe(422)
  const { page, id } = await create(ada, { coverage: 'chosen', project: app.project })
  expect(page.status).toBe(200)
  expect((await ada.get(`/webhooks/${id}`)).text).toContain('<dt>Belongs to</dt><dd>@ada</dd>')
})
