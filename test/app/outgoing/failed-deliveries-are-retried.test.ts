import { pino } from 'pino'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { auditKeys } from '../../../src/app/audit/audit-entry.ts'
import { apiKeyKeys, listKeys, revokeKey } from '../../../src/app/keys/key-record.ts'
import { outboxKeys, webhookKeys } from '../../../src/app/outbox/outbox-entry.ts'
import { fanOut } from '../../../src/app/outgoing/delivery/fan-out.ts'
import { readRetryAfter, sendDue, waitAfter } from '../../../src/app/outgoing/delivery/send-due.ts'
import { deliveryKeys } from '../../../src/app/outgoing/delivery-record.ts'
import { createTokenCipher } from '../../../src/app/store/token-cipher.ts'
import { allOf } from '../../support/all-of.ts'
import type { AppServer } from '../../support/app/app-server.ts'
import { changedBeforeCommit } from '../../support/app/changing-store.ts'
import { allKeys, HOOK, webhookWorld } from './webhook-world.ts'

const HOUR = 3_600_000

test('the events of a job arrive in order, whatever fails, and other jobs do not wait', async () => {
  const { app, admin, receiver, deliver, events, skipToNext } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK })
  const stuck = await admin.jobs.create(app.project, { prompt: 'Fix it' })
  const taken: string[] = []
  let refusals = 0
  receiver.answer = ({ body }) => {
    const { type, data } = JSON.parse(body)
    if (data.job.id === stuck.id && refusals++ < 3) return { status: 500 }
    taken.push(`${data.job.title} ${type}`)
    return { status: 204 }
  }
  await deliver()
  await stuck.archive()
  const other = await admin.jobs.create(app.project, { prompt: 'Other' })
  for (let round = 0; taken.length < 2 && round < 10; round++) {
    await skipToNext()
    await deliver()
    if (round === 0) await other.archive()
  }
  // The other job passed the one whose event the receiver does not take.
  expect(taken.slice(0, 2)).toEqual(['Other job.created', 'Other job.archived'])
  for (let round = 0; taken.length < 4 && round < 10; round++) {
    await skipToNext()
    await deliver()
  }
  expect(taken.slice(2)).toEqual(['Fix it job.created', 'Fix it job.archived'])
  const ofStuck = events().filter(({ job }) => job === stuck.id)
  expect(ofStuck.map(({ type }) => type)).toEqual([
    ...Array.from({ length: 4 }, () => 'job.created'),
    'job.archived',
  ])
})

test('a receiver that fails for 24 hours is switched off with a notice, and can be enabled', async () => {
  const { app, admin, receiver, deliver, events, skipToNext } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = 503
  const start = app.clock.at
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect((await admin.webhooks.list())[0]).toMatchObject({
    status: 'failing',
    failingSince: new Date(start).toISOString(),
  })
  await admin.jobs.create(app.project, { prompt: 'Later' })
  for (let round = 0; round < 200; round++) {
    await deliver()
    const [one] = await admin.webhooks.list()
    if (one?.status === 'disabled') break
    await skipToNext()
  }
  const [off] = await admin.webhooks.list()
  expect(off).toMatchObject({ status: 'disabled', disabledReason: expect.stringContaining('24 hours') })
  const hours = (app.clock.at - start) / HOUR
  expect(hours).toBeGreaterThan(15)
  expect(hours).toBeLessThan(25)
  // A failing receiver is not flooded.
  expect(receiver.received.length).toBeLessThan(80)
  const audit = await app.store.list({ prefix: auditKeys.of(77), limit: 100 })
  expect(audit.map(({ value }) => JSON.parse(value).action)).toContain('webhook.disabled')

  const before = receiver.received.length
  await admin.jobs.create(app.project, { prompt: 'Unheard' })
  await deliver()
  expect(receiver.received).toHaveLength(before)
  receiver.answer = 204
  expect((await admin.webhooks.enable(id)).status).toBe('active')
  await admin.jobs.create(app.project, { prompt: 'Heard' })
  await deliver()
  expect(JSON.parse(receiver.received.at(-1)?.body ?? '').data.job.title).toBe('Heard')
  expect(events().length).toBeGreaterThan(before)
})

test('waits grow to hours, and together cover a day', () => {
  const waits = Array.from({ length: 10 }, (_, n) => waitAfter(n + 1, 0.5))
  expect(waits).toEqual(waits.toSorted((one, other) => one - other))
  expect(waits[0]).toBe(5_000)
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(23 * HOUR)
  expect([waitAfter(1, 0), waitAfter(1, 1)]).toEqual([4_500, 5_500])
})

const NOW = Date.parse('2026-11-25T10:00:00Z')

test.each([
  ['120', NOW + 120_000],
  ['0', null],
  ['Wed, 25 Nov 2026 10:02:00 GMT', NOW + 120_000],
  ['Wed, 25 Nov 2026 09:00:00 GMT', null],
  ['soon', null],
  ['-5', null],
  ['1e9', null],
  ['2030', NOW + 2_030_000],
  ['9'.repeat(400), null],
  [undefined, null],
])('the time until which a receiver asks to be left alone is read: %s', (header, until) => {
  expect(readRetryAfter(header, NOW)).toBe(until)
})

test('a receiver that asks to be left alone is, whatever is to be sent', async () => {
  const { app, admin, receiver, deliver, skipToNext } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK })
  receiver.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } })
  const start = app.clock.at
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  receiver.answer = 204
  await admin.jobs.create(app.project, { prompt: 'Other' })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  await skipToNext()
  expect(app.clock.at - start).toBe(2 * HOUR)
  await deliver()
  await skipToNext().catch(() => {})
  await deliver()
  expect(receiver.received).toHaveLength(3)
})

test('a receiver cannot delay the last attempt beyond 24 hours', async () => {
  const { app, admin, receiver, deliver, skipToNext } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = () => ({ status: 503, headers: { 'retry-after': String(7 * 86_400) } })
  const start = app.clock.at
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  await skipToNext()
  expect(app.clock.at - start).toBe(24 * HOUR)
  await deliver()
  expect(receiver.received).toHaveLength(2)
  const [off] = await admin.webhooks.list()
  expect(off).toMatchObject({ status: 'disabled', disabledReason: expect.stringContaining('24 hours') })
  const [delivery] = (await admin.webhooks.deliveries(id).first()).items
  expect(delivery).toMatchObject({ status: 'failed' })
})

test('a receiver that is gone ends its webhook with a notice, and can be enabled', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = 410
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect((await admin.webhooks.list())[0]).toMatchObject({
    status: 'disabled',
    disabledReason: expect.stringContaining('410 (Gone)'),
  })
  const audit = await app.store.list({ prefix: auditKeys.of(77), limit: 100 })
  expect(audit.map(({ value }) => JSON.parse(value).action)).toContain('webhook.disabled')
  app.clock.at += 23 * HOUR
  await admin.jobs.create(app.project, { prompt: 'Unheard' })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect(await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })).toEqual([])
  receiver.answer = 204
  await admin.webhooks.enable(id)
  await deliver()
  expect(receiver.received).toHaveLength(2)
})

test('a webhook that got another URL meanwhile is not ended by the receiver at the earlier one', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = async () => {
    const key = webhookKeys.ofAccount(77)
    const value = ((await app.store.get(key)) ?? '').replace(HOOK, `${HOOK}/new`)
    await app.store.commit({ set: [{ key, value }] })
    return { status: 410 }
  }
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  const [webhook] = await admin.webhooks.list()
  expect(webhook).toMatchObject({ id, url: `${HOOK}/new`, status: 'failing' })
})

test('a slow receiver delays no other', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const slow = await admin.webhooks.create({ url: 'https://slow.example.com/' })
  await admin.webhooks.create({ url: 'https://fast.example.com/' })
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let fast = () => {}
  const arrived = new Promise<void>((resolve) => {
    fast = resolve
  })
  receiver.answer = async ({ servername }) => {
    if (servername === 'slow.example.com') await released
    else fast()
    return { status: 204 }
  }
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  const work = deliver()
  await arrived
  expect((await admin.webhooks.deliveries(slow.id).first()).items[0]?.status).toBe('pending')
  release()
  await work
  expect(receiver.received).toHaveLength(2)
})

test('an event that arrives while others are sent is sent, too', async () => {
  const { app, admin, receiver, deliver, events } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK })
  let more = true
  receiver.answer = async () => {
    if (more) {
      more = false
      await admin.jobs.create(app.project, { prompt: 'Meanwhile' })
      const [event] = await app.store.list({ prefix: outboxKeys.queue(), limit: 1 })
      if (event !== undefined) await fanOut(app.parts, 77, event)
    }
    return { status: 204 }
  }
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect(events()).toHaveLength(2)
  expect(await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })).toEqual([])
})

test('a server that dies while it sends leaves the delivery to another', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  const [event] = await app.store.list({ prefix: outboxKeys.queue(), limit: 1 })
  if (event === undefined) throw new Error('there is no event')
  await fanOut(app.parts, 77, event)
  // Only the lease of a server that never came back.
  const [entry] = await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })
  const state = JSON.parse((await app.store.get(deliveryKeys.state(id))) ?? '')
  const at = app.clock.at + 60_000
  await app.store.commit({
    del: [entry?.key ?? ''],
    set: [
      { key: deliveryKeys.send(77, id, at), value: '' },
      { key: deliveryKeys.state(id), value: JSON.stringify({ ...state, scheduledAt: at }) },
    ],
  })
  await deliver()
  expect(receiver.received).toEqual([])
  app.clock.at += 60_000
  await deliver()
  expect(receiver.received).toHaveLength(1)
})

test('a rotated secret signs beside the new one for a day', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id, secret: old } = await admin.webhooks.create({ url: HOOK })
  const { secret, secretExpiresAt } = await admin.webhooks.rotate(id)
  expect(secretExpiresAt).toBe(new Date(app.clock.at + 24 * HOUR).toISOString())
  const signedBy = async (prompt: string) => {
    await admin.jobs.create(app.project, { prompt })
    await deliver()
    const last = receiver.received.at(-1)
    if (last === undefined) throw new Error('nothing was received')
    const { headers, body } = last
    const signatures = String(headers['webhook-signature']).split(' ')
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    return [old, secret].map((one) =>
      signatures.includes(new Webhook(one).sign(String(headers['webhook-id']), at, body)),
    )
  }
  expect(await signedBy('First')).toEqual([true, true])
  app.clock.at += 24 * HOUR
  expect(await signedBy('Second')).toEqual([false, true])
  expect((await admin.webhooks.list())[0]?.secretExpiresAt).toBeNull()
  for (let i = 0; i < 3; i++) await admin.webhooks.rotate(id)
  await expect(admin.webhooks.rotate(id)).rejects.toMatchObject({ status: 409 })
})

/** Encrypts the secrets of all webhooks with another private key. */
async function changePrivateKey({ store }: AppServer): Promise<void> {
  const key = webhookKeys.ofAccount(77)
  const encrypted = createTokenCipher('an earlier private key', 'webhook secret').encrypt('whsec_c2VjcmV0')
  const value = ((await store.get(key)) ?? '').replace(/"encrypted":"[^"]*"/g, `"encrypted":"${encrypted}"`)
  await store.commit({ set: [{ key, value }] })
}

test('a webhook is disabled whose secret cannot be decrypted, until the secret is rotated', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  await changePrivateKey(app)
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect(receiver.received).toEqual([])
  const [off] = await admin.webhooks.list()
  expect(off).toMatchObject({
    status: 'disabled',
    disabledReason: expect.stringContaining('rotate its secret'),
  })
  expect(await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })).toEqual([])
  // The earlier secret cannot sign beside the new one.
  expect((await admin.webhooks.rotate(id)).secretExpiresAt).toBeNull()
  await admin.webhooks.enable(id)
  await deliver()
  expect(receiver.received).toHaveLength(1)
  expect((await admin.webhooks.list())[0]?.status).toBe('active')
})

test('a webhook without a secret sends nothing unsigned, and is disabled', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK })
  const key = webhookKeys.ofAccount(77)
  const value = ((await app.store.get(key)) ?? '').replace(/"secrets":\[[^\]]*\]/, '"secrets":[]')
  await app.store.commit({ set: [{ key, value }] })
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect(receiver.received).toEqual([])
  expect((await admin.webhooks.list())[0]?.status).toBe('disabled')
})

test('a webhook of a chat, which is not signed, needs no secret', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK, format: 'slack' })
  await changePrivateKey(app)
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  expect(receiver.received).toHaveLength(1)
})

test('a webhook ends with its key, and follows a key that is rotated', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  await admin.webhooks.create({ url: HOOK })
  const [{ keyId } = { keyId: '' }] = await admin.webhooks.list()
  const record = (await listKeys(app.parts, 77)).find(({ id }) => id === keyId)
  if (record === undefined) throw new Error('the key is not listed')
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'One' } })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  await revokeKey(app.parts, record, {
    kind: 'operator',
    id: null,
    name: 'x',
    via: 'command-line',
    address: null,
  })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Two' } })
  await deliver()
  expect(receiver.received).toHaveLength(1)
  const other = await app.newKey({ scopes: ['admin'] })
  const { json } = await app.call('GET', '/v2/webhooks', { key: other })
  expect((json.webhooks as { status: string; disabledReason: string }[])[0]).toMatchObject({
    status: 'disabled',
    disabledReason: expect.stringContaining('API key was revoked or has expired'),
  })
})

test('a webhook follows its key through any number of rotations', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { keyId } = await admin.webhooks.create({ url: HOOK })
  const hash = (await app.store.get(apiKeyKeys.ofAccount(77, keyId))) ?? ''
  const key = JSON.parse((await app.store.get(apiKeyKeys.record(hash))) ?? '')
  const set = Array.from({ length: 151 }, (_, n) => {
    const id = n === 0 ? keyId : `key_${n}`
    const rotated = n === 150 ? {} : { expiresAt: '2020-01-01T00:00:00.000Z', rotatedTo: `key_${n + 1}` }
    const place = n === 0 ? hash : `hash${n}`
    return [
      { key: apiKeyKeys.ofAccount(77, id), value: place },
      { key: apiKeyKeys.record(place), value: JSON.stringify({ ...key, id, ...rotated }) },
    ]
  })
  await app.store.commit({ set: set.flat() })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'One' } })
  await deliver()
  expect(receiver.received).toHaveLength(1)
})

test('a webhook that its manager disables keeps what is pending until it is enabled', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  const create = (prompt: string) => app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt } })
  receiver.answer = () => ({ status: 500 })
  await create('Before')
  await deliver()
  const { status, disabledReason } = await admin.webhooks.disable(id)
  expect([status, disabledReason]).toEqual([
    'disabled',
    'disabled by API key hooks: enable it to send events again',
  ])
  expect((await admin.webhooks.disable(id)).disabledReason).toBe(disabledReason)
  receiver.answer = () => ({ status: 204 })
  await create('Meanwhile')
  app.clock.at += HOUR
  await deliver()
  expect(receiver.received).toHaveLength(1)
  await admin.webhooks.enable(id)
  await create('After')
  await deliver()
  const titles = receiver.received.map(({ body }) => JSON.parse(body).data.job.title)
  expect(titles).toEqual(['Before', 'Before', 'After'])
})

test('a webhook that is enabled while another server finds it disabled sends what is pending', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  const [event] = await app.store.list({ prefix: outboxKeys.queue(), limit: 1 })
  if (event === undefined) throw new Error('there is no event')
  await fanOut(app.parts, 77, event)
  await admin.webhooks.disable(id)
  const [entry] = await app.store.list({ prefix: deliveryKeys.queue(), limit: 1 })
  if (entry === undefined) throw new Error('nothing is to be sent')
  // Its first commit is the lease.
  const store = changedBeforeCommit(app.store, 2, () => admin.webhooks.enable(id))
  const deps = {
    store,
    now: () => app.clock.at,
    random: () => 0.5,
    onDue: () => {},
    transport: receiver.transport,
  }
  const others = { cipher: createTokenCipher('x'), jobPage: () => null, log: pino({ level: 'silent' }) }
  await sendDue({ ...deps, ...others, auditMs: HOUR }, { accountId: 77, webhook: id }, entry)
  await deliver()
  expect(receiver.received).toHaveLength(1)
})

test('a webhook that is deleted while it sends leaves no state behind', async () => {
  const { app, admin, receiver, deliver, skipToNext } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = async () => {
    await admin.webhooks.delete(id)
    return { status: 204 }
  }
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  await deliver()
  await skipToNext()
  await deliver()
  const keys = [...(await allKeys(app.store))]
  expect(keys.filter((key) => key.startsWith('webhook-state/') || key.startsWith('sending/'))).toEqual([])
})

test('a deleted webhook leaves no state behind, and what waits for it is not sent', async () => {
  const { app, admin, receiver, deliver, skipToNext } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  receiver.answer = () => ({ status: 500 })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'One' } })
  await deliver()
  await admin.webhooks.delete(id)
  await skipToNext()
  await deliver()
  expect(receiver.received).toHaveLength(1)
  const keys = [...(await allKeys(app.store))]
  expect(keys.filter((key) => key.startsWith('webhook-state/') || key.startsWith('sending/'))).toEqual([])
})

test('webhooks need the scope admin, and a key for some projects does not see those for more', async () => {
  const { app, admin } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  const { status, json } = await app.call('GET', '/v2/webhooks')
  expect([status, json.error]).toEqual([
    403,
    expect.stringMatching(/^the API key lacks the scope admin; create a key /),
  ])
  const narrow = await app.newKey({ scopes: ['admin'], projectIds: [app.project] })
  expect((await app.call('GET', '/v2/webhooks', { key: narrow })).json).toEqual({ webhooks: [] })
  for (const path of [`${id}/rotate`, `${id}/disable`, `${id}/enable`, `${id}/deliveries/evt_x/redeliver`])
    expect((await app.call('POST', `/v2/webhooks/${path}`, { key: narrow })).status).toBe(404)
  expect((await app.call('DELETE', `/v2/webhooks/${id}`, { key: narrow })).status).toBe(404)
  await expect(admin.webhooks.create({ url: HOOK })).rejects.toMatchObject({ status: 409 })
  await admin.webhooks.delete(id)
  expect(await admin.webhooks.list()).toEqual([])
  expect(await app.store.get(webhookKeys.ofAccount(77))).toBeUndefined()
  await expect(allOf(admin.webhooks.deliveries(id))).rejects.toMatchObject({ status: 404 })
})

test('an event that is asked for again while it is sent is sent again', async () => {
  const { app, admin, receiver, deliver } = await webhookWorld()
  const { id } = await admin.webhooks.create({ url: HOOK })
  await admin.jobs.create(app.project, { prompt: 'Fix it' })
  receiver.answer = async ({ headers }) => {
    app.clock.at += 1
    if (receiver.received.length === 1) await admin.webhooks.redeliver(id, String(headers['webhook-id']))
    return { status: 204 }
  }
  await deliver()
  expect(receiver.received).toHaveLength(2)
  const [delivery] = await allOf(admin.webhooks.deliveries(id))
  expect([delivery?.status, delivery?.attempts.length]).toEqual(['delivered', 2])
})
