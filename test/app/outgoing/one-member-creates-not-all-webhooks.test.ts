import { expect, test } from 'vitest'
import { webhookKeys } from '../../../src/app/outbox/outbox-entry.ts'
import { HOOK, webhookWorld } from './webhook-world.ts'

test('a member creates some of the webhooks of an account, members together not all, owners the rest', async () => {
  const { app, adminKey } = await webhookWorld()
  const keyOf = (id: number) =>
    app.newKey({
      ...{ scopes: ['admin'], projectIds: [app.project], name: `key ${id}` },
      creator: { id, login: `person-${id}` },
    })
  let made = 0
  const create = (key: string) =>
    app.call('POST', '/v2/webhooks', { key, body: { url: `${HOOK}/${made++}` } })
  const [first, second, third] = [await keyOf(1), await keyOf(2), await keyOf(3)]
  for (let n = 0; n < 10; n++) expect((await create(first)).status).toBe(201)
  for (const key of [first, await keyOf(1)]) {
    const refused = await create(key)
    expect([refused.status, refused.json.error]).toEqual([
      409,
      '10 webhooks belong to @person-1 and their API keys, the limit of one member of the account; delete one first',
    ])
  }
  for (let n = 0; n < 10; n++) expect((await create(second)).status).toBe(201)
  expect((await create(third)).json.error).toContain(
    'those who are not owners of the account have 20 webhooks, their limit together',
  )
  for (let n = 0; n < 10; n++) expect((await create(adminKey)).status).toBe(201)
  expect((await create(adminKey)).json.error).toBe('the account has 30 webhooks; delete one first')
})

test('an owner with all their keys creates half of the webhooks of an account, another owner the rest', async () => {
  const { app } = await webhookWorld()
  const keyOf = (id: number) =>
    app.newKey({
      ...{ scopes: ['admin'], projectIds: null, name: `key ${id}` },
      creator: { id, login: `owner-${id}` },
    })
  let made = 0
  const create = (key: string) =>
    app.call('POST', '/v2/webhooks', { key, body: { url: `${HOOK}/${made++}` } })
  const [first, again, second] = [await keyOf(1), await keyOf(1), await keyOf(2)]
  for (let n = 0; n < 15; n++) expect((await create(n % 2 === 0 ? first : again)).status).toBe(201)
  for (const key of [first, again]) {
    const refused = await create(key)
    expect([refused.status, refused.json.error]).toEqual([
      409,
      '15 webhooks belong to @owner-1 and their API keys, the limit of one owner of the account; delete one first',
    ])
  }
  for (let n = 0; n < 15; n++) expect((await create(second)).status).toBe(201)
})

test('a webhook of an earlier version counts for its key', async () => {
  const { app, adminKey } = await webhookWorld()
  const key = await app.newKey({ scopes: ['admin'], projectIds: [app.project], name: 'narrow' })
  let made = 0
  const create = (by: string) =>
    app.call('POST', '/v2/webhooks', { key: by, body: { url: `${HOOK}/${made++}` } })
  for (let n = 0; n < 10; n++) await create(key)
  const place = webhookKeys.ofAccount(77)
  const { webhooks } = JSON.parse((await app.store.get(place)) ?? '{}')
  const earlier = webhooks.map(({ member: _, byOwner: __, ...webhook }: Record<string, unknown>) => webhook)
  await app.store.commit({ set: [{ key: place, value: JSON.stringify({ webhooks: earlier }) }] })
  expect((await create(key)).json.error).toContain('10 webhooks belong to API key narrow')
  expect((await create(adminKey)).status).toBe(201)
})
