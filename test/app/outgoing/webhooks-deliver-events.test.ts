import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { composeBody } from '../../../src/app/outgoing/delivery/compose-body.ts'
import { WebhookPayload } from '../../../src/contract/webhook.ts'
import { allOf } from '../../support/all-of.ts'
import { A_TEST } from '../../support/app/actors.ts'
import { seatedRunner } from '../../support/app/claimed-runner.ts'
import { RETENTION } from '../../support/app/retention.ts'
import { addProject, allKeys, HOOK, webhookWorld } from './webhook-world.ts'

test('a job is reported from its creation to its archiving, signed as Standard Webhooks requires', async () => {
  const { app, admin, receiver, deliver, events } = await webhookWorld()
  const { secret } = await admin.webhooks.create({ url: HOOK })
  const job = await admin.jobs.create(app.project, { prompt: 'Fix it\nnow', metadata: { team: 'docs' } })
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const runner = await seatedRunner(deps, { project: app.project, job: job.id })
  await (await runner.fail('no answer')).confirm()
  await job.message('And that')
  await job.cancel()
  await job.archive()
  await job.unarchive()
  await deliver()

  expect(events().map(({ type, status }) => `${type} ${status}`)).toEqual([
    'job.created active',
    'job.failed failed',
    'message.created active',
    'job.failed failed',
    'job.archived archived',
    'job.updated failed',
  ])
  const verifier = new Webhook(secret)
  for (const { body, headers } of receiver.received) {
    // Its own clock is the machine's.
    const now = Math.floor(Date.now() / 1000)
    expect(Number(headers['webhook-timestamp'])).toBe(Math.floor(app.clock.at / 1000))
    const at = new Date(app.clock.at)
    expect(verifier.sign(String(headers['webhook-id']), at, body)).toBe(headers['webhook-signature'])
    const id = String(headers['webhook-id'])
    const fresh = {
      'webhook-id': id,
      'webhook-timestamp': String(now),
      'webhook-signature': verifier.sign(id, new Date(now * 1000), body),
    }
    expect(WebhookPayload.parse(verifier.verify(body, fresh))).toEqual(JSON.parse(body))
  }
  const [first, , message] = receiver.received.map(({ body }) => JSON.parse(body))
  expect(first.data.job).toMatchObject({ id: job.id, title: 'Fix it', metadata: { team: 'docs' } })
  expect(message.data.message).toEqual({ number: 2 })
  expect(receiver.received.map(({ body }) => body).join()).not.toContain('And that')
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6)
})

test('a webhook gets the events and projects that it asks for, and its key covers', async () => {
  const { app, admin, receiver, deliver, events } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK, events: ['job.archived'] })
  const other = await addProject(app)
  const narrow = await app.newKey({ scopes: ['admin'], projectIds: [other] })
  const made = await app.call('POST', '/v2/webhooks', { key: narrow, body: { url: `${HOOK}/narrow` } })
  expect(made.status).toBe(201)
  const refused = await app.call('POST', '/v2/webhooks', {
    key: narrow,
    body: { url: HOOK, projectIds: [app.project] },
  })
  expect(refused.status).toBe(404)

  const job = await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await admin.jobs.create(other, { prompt: 'Fix that' })
  await job.archive()
  await deliver()
  expect(
    events()
      .map(({ type }) => type)
      .toSorted(),
  ).toEqual(['job.archived', 'job.created'])
  expect(receiver.received.find(({ body }) => body.includes('job.created'))?.body).toContain(other)
})

test('an account without webhooks writes nothing for them, and one with webhooks one key for each event', async () => {
  const { app, admin } = await webhookWorld()
  const written = async (work: () => Promise<unknown>) => {
    const before = await allKeys(app.store)
    await work()
    return [...(await allKeys(app.store))].filter((key) => !before.has(key))
  }
  await admin.jobs.create(app.project, { prompt: 'First' })
  const create = () => admin.jobs.create(app.project, { prompt: 'Fix it' }, { idempotencyKey: 'a' })
  const without = await written(create)
  expect(without.filter((key) => /^(outbox|sending|pending|webhook)/.test(key))).toEqual([])
  await admin.webhooks.create({ url: HOOK })
  await admin.webhooks.create({ url: `${HOOK}/2` })
  const more = await written(() => admin.jobs.create(app.project, { prompt: 'x' }, { idempotencyKey: 'b' }))
  expect(more.length).toBe(without.length + 1)
  expect(more.filter((key) => key.startsWith('outbox/'))).toHaveLength(1)
})

test('the deliveries are listed newest first, and can be sent again', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = () => ({ status: 200, headers: { 'x-inside': 'hidden' }, body: 'hidden' })
  const job = await admin.jobs.create(app.project, { prompt: 'Fix it' })
  app.clock.at += 1000
  await job.archive()
  await deliver()
  const list = await allOf(admin.webhooks.deliveries(id, { limit: 1 }))
  expect(list.map(({ type, status }) => [type, status])).toEqual([
    ['job.archived', 'delivered'],
    ['job.created', 'delivered'],
  ])
  expect(JSON.stringify(list)).not.toContain('hidden')
  const [, first] = list
  const again = await admin.webhooks.redeliver(id, first?.id ?? '')
  expect(again.status).toBe('pending')
  await deliver()
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    first?.id,
    list[0]?.id,
    first?.id,
  ])
  expect((await allOf(admin.webhooks.deliveries(id)))[1]?.attempts).toHaveLength(2)
  await expect(admin.webhooks.redeliver(id, 'evt_x')).rejects.toMatchObject({ status: 404 })
})

test('a message for Slack and for Teams names job and pull request, and is not signed', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { url } = await admin.webhooks.create({
    url: `${HOOK}/services/T0/SECRET`,
    format: 'slack',
    events: ['job.created'],
  })
  expect(url).toBe('https://hooks.example.com/…')
  await admin.webhooks.create({ url: `${HOOK}/teams`, format: 'teams', events: ['job.created'] })
  const { id } = await admin.jobs.create(app.project, { prompt: 'Fix <!channel> & *this*' })
  const page = `https://prentice.example.com/dashboard/jobs/${app.project}/${id}`
  await deliver()
  const bodies = receiver.received.map(({ body }) => JSON.parse(body))
  const slack = bodies.find(({ text }) => text !== undefined)
  expect(slack).toEqual({
    text: `Prentice started work on “Fix &lt;!channel&gt; &amp; *this*” in <https://github.com/acme/docs|acme/docs> – <${page}|job>`,
  })
  const teams = bodies.find(({ type }) => type === 'message')
  expect(teams.attachments[0].content.body).toEqual([
    {
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: 'Prentice started work on “Fix <!channel> & *this*” in acme/docs' }],
    },
  ])
  expect(teams.attachments[0].content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Job', url: page },
    { type: 'Action.OpenUrl', title: 'Repository', url: 'https://github.com/acme/docs' },
  ])
  for (const { headers } of receiver.received) expect(headers).not.toHaveProperty('webhook-signature')
})

test('a message about a failure has the reason in words, and no link if nobody can sign in', () => {
  const job = {
    ...{ id: 'job_1', projectId: 'prj_1', status: 'failed', title: 'Fix it', reason: 'model-failed' },
    ...{
      source: { repository: 'https://github.com/acme/docs' },
      prLink: 'https://github.com/acme/docs/pull/1',
    },
  }
  const payload = { type: 'job.failed', timestamp: '2026-11-20T23:02:31Z', data: { job } }
  const event = { id: 'evt_1', at: 0, project: 'prj_1', job: 'job_1', rev: 1, payload }
  expect(JSON.parse(composeBody('slack', event, () => null)).text).toBe(
    'Prentice failed at “Fix it” in <https://github.com/acme/docs|acme/docs> (model failed) – <https://github.com/acme/docs/pull/1|pull request>',
  )
})

test.each(['standard', 'slack', 'teams'] as const)(
  'a test event reaches a receiver of the format %s',
  async (format) => {
    const { app, admin, receiver, deliver } = await webhookWorld()
    const { id } = await admin.webhooks.create({ url: HOOK, format })
    const member = { id: 'person-1', name: '@ana', isOwner: true }
    const manager = { accountId: 77, projectIds: null, keyId: null, by: A_TEST, member }
    expect(await app.parts.outgoing.sendTest(manager, id)).not.toBeNull()
    await deliver()
    const [sent, ...more] = receiver.received
    expect(more).toEqual([])
    expect(sent?.body).toContain(
      format === 'standard' ? '"webhook.test"' : 'Prentice sends a test event: “Test event”',
    )
    if (format === 'standard') {
      expect(WebhookPayload.parse(JSON.parse(sent?.body ?? '')).type).toBe('webhook.test')
      expect(sent?.headers['webhook-signature']).toMatch(/^v1,/)
    }
    expect(await app.parts.outgoing.sendTest({ ...manager, projectIds: ['prj_other'] }, id)).toBeNull()
  },
)
