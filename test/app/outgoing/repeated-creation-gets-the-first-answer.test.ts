import { expect, test } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { allKeys, HOOK, webhookWorld } from './webhook-world.ts'

/** Creates webhooks with a key of the scope `admin`. */
async function world() {
  const given = await webhookWorld()
  const { app, adminKey } = given
  return {
    ...given,
    create: (body: object, idempotencyKey: string, key = adminKey) =>
      app.call('POST', '/v2/webhooks', { key, body, headers: { 'idempotency-key': idempotencyKey } }),
  }
}

test('a repeated creation gets the first answer, with the secret, and creates nothing', async () => {
  const { admin, create } = await world()
  const first = await create({ url: HOOK }, 'one')
  const again = await create({ url: HOOK }, 'one')
  expect([first.status, again.status]).toEqual([201, 201])
  expect(again.json).toEqual(first.json)
  expect(again.json.secret).toMatch(/^whsec_/)
  expect(await admin.webhooks.list()).toHaveLength(1)
})

test('simultaneous repetitions create one webhook', async () => {
  const { admin, create } = await world()
  const made = await Promise.all([1, 2, 3].map(() => create({ url: HOOK }, 'one')))
  expect(new Set(made.map(({ json }) => json.secret)).size).toBe(1)
  expect(await admin.webhooks.list()).toHaveLength(1)
})

test('another request with the same key is refused, like the same request with another key', async () => {
  const { create } = await world()
  await create({ url: HOOK }, 'one')
  const other = await create({ url: `${HOOK}/2` }, 'one')
  expect([other.status, other.json.error]).toEqual([
    409,
    expect.stringContaining('this Idempotency-Key was used with another body'),
  ])
  const anew = await create({ url: HOOK }, 'two')
  expect([anew.status, anew.json.error]).toEqual([409, expect.stringContaining('already sends to this URL')])
})

test('another API key with the same idempotency key gets its own webhook', async () => {
  const { app, create } = await world()
  const other = await app.newKey({ scopes: ['admin'], name: 'other' })
  const [first, second] = [await create({ url: HOOK }, 'one'), await create({ url: HOOK }, 'one', other)]
  expect([second.status, second.json.id === first.json.id]).toEqual([201, false])
})

test('a repetition after a rotation gets the newest secret', async () => {
  const { admin, create } = await world()
  const { json } = await create({ url: HOOK }, 'one')
  const { secret } = await admin.webhooks.rotate(String(json.id))
  expect((await create({ url: HOOK }, 'one')).json.secret).toBe(secret)
})

test('a repetition after the webhook was deleted does not create it again', async () => {
  const { admin, create } = await world()
  const { json } = await create({ url: HOOK }, 'one')
  await admin.webhooks.delete(String(json.id))
  const again = await create({ url: HOOK }, 'one')
  expect([again.status, again.json.error]).toEqual([409, expect.stringContaining(`${json.id} was deleted`)])
  expect(await admin.webhooks.list()).toEqual([])
})

test('no secret is stored for the repetition', async () => {
  const { app, create } = await world()
  const { json } = await create({ url: HOOK }, 'one')
  for (const key of await allKeys(app.store)) expect(await app.store.get(key)).not.toContain(json.secret)
})

test('the client gets the secret of a webhook whose first response was lost', async () => {
  const { app, adminKey } = await world()
  let lost = 0
  const client = createClient({
    url: app.url,
    apiKey: adminKey,
    async fetch(...request: Parameters<typeof fetch>) {
      const response = await fetch(...request)
      if (lost > 0) return response
      lost += 1
      await response.text()
      throw new TypeError('the connection was lost')
    },
  })
  expect(await client.webhooks.create({ url: HOOK })).toMatchObject({
    url: HOOK,
    secret: expect.stringMatching(/^whsec_/),
  })
})
