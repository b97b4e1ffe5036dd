import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { type AppServer, type CallOptions, startAppServer } from '../../../support/app/app-server.ts'
import { describedOperations, pathOf } from '../../../support/app/described-operations.ts'
import { listEntries } from '../../../support/app/list-entries.ts'

const DAY = 86_400_000

async function revokedKey(app: AppServer): Promise<string> {
  const key = await app.newKey()
  const record = await app.store.get(`key/${createHash('sha256').update(key).digest('hex')}`)
  const deps = { store: app.store, now: () => app.clock.at, auditMs: 1 }
  await revokeKey(deps, JSON.parse(record ?? ''), A_TEST)
  return key
}

test('each operation refuses each kind of wrong key before any other check', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const expired = await app.newKey({ expiresInDays: 7 })
  app.clock.at += 8 * DAY
  const { key } = app
  const wrong: [string, CallOptions & { query?: string }, number][] = [
    ['none', { key: null }, 401],
    ['another scheme', { key: null, headers: { authorization: `Basic ${btoa(`x:${key}`)}` } }, 401],
    ['two', { key: `${key}, Bearer ${key}` }, 401],
    ['one in the query', { query: `?access_token=${key}` }, 401],
    ['only one in the query', { key: null, query: `?key=${key}` }, 401],
    ['only one in a cookie', { key: null, headers: { cookie: `key=${key}` } }, 401],
    ['only one in X-Api-Key', { key: null, headers: { 'x-api-key': key } }, 401],
    ['a wrong prefix', { key: key.replace('prn_', 'sk_') }, 401],
    ['a wrong checksum', { key: key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')) }, 401],
    ['in capitals', { key: key.toUpperCase() }, 401],
    ['an unknown one', { key: 'prn_0000000000000000000000000000002ngFV1' }, 401],
    ['an expired one', { key: expired }, 401],
    ['a revoked one', { key: await revokedKey(app) }, 401],
    ['one of another address', { key: await app.newKey({ allowedIps: ['192.0.2.0/24'] }) }, 403],
    [
      'the same behind a made-up proxy',
      {
        key: await app.newKey({ allowedIps: ['192.0.2.0/24'] }),
        headers: { 'x-forwarded-for': '192.0.2.1', forwarded: 'for=192.0.2.1' },
      },
      403,
    ],
  ]
  const before = await listEntries(app.store, 'job/')
  for (const known of await describedOperations(app)) {
    const path = pathOf(known.path, {
      projectId: app.project,
      id: String(json.id),
      number: '1',
      webhookId: 'whk_1',
      eventId: 'evt_1',
    })
    // A body that would be refused shows what is looked at first.
    const raw = known.method === 'POST' ? { raw: '{' } : {}
    for (const [what, { query = '', ...options }, status] of wrong) {
      for (const method of known.method === 'GET' ? ['GET', 'HEAD'] : [known.method]) {
        const answer = await app.call(method, path + query, { ...raw, ...options })
        expect([known.id, what, method, answer.status]).toEqual([known.id, what, method, status])
        if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer /)
        expect(answer.text).not.toContain(key.slice(4, 16))
      }
    }
  }
  expect(await listEntries(app.store, 'job/')).toEqual(before)
  expect(app.logged.join('')).not.toContain(key.slice(4, 16))
})
