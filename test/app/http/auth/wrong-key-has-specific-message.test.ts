import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { revokeKey } from '../../../../src/app/keys/key-record.ts'
import { rotateKey } from '../../../../src/app/keys/rotate-key.ts'
import { A_TEST } from '../../../support/app/actors.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { rawRequest } from '../raw-request.ts'

const DAY = 86_400_000

/** The routes that answer to a key: the plain handler of the polled get, a read through Hono, and a write. */
const routes = (app: AppServer) => [
  `GET /v2/agent/${app.project}/job/job_01k00000000000000000000000`,
  'GET /v2/projects',
  `POST /v2/agent/${app.project}/job`,
]

interface Refused {
  readonly status: number
  readonly error: string
  readonly challenge: string | undefined
}

function refusal(answer: string): Refused {
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return {
    status: Number(head.split(' ')[1]),
    error: /\{"error":"(.*)"\}/.exec(body)?.[1] ?? body,
    challenge: /^www-authenticate: (.*)$/im.exec(head)?.[1],
  }
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

async function idOf(app: AppServer, key: string): Promise<{ accountId: number; id: string }> {
  const { id, accountId } = JSON.parse((await app.store.get(`key/${hashOf(key)}`)) ?? '')
  return { id, accountId }
}

const BARE = 'Bearer realm="Prentice"'
const REQUEST = `${BARE}, error="invalid_request"`
const TOKEN = `${BARE}, error="invalid_token"`

test('every route refuses a wrong key with 401, a challenge and a specific message', async () => {
  const app = await startAppServer()
  const { key } = app
  const deps = { store: app.store, now: () => app.clock.at, auditMs: 1 }
  const expired = await app.newKey({ expiresInDays: 7 })
  const rotated = await app.newKey({ expiresInDays: 90 })
  const next = await rotateKey(
    { ...deps, newKeyId: () => 'key_next', secretInt: (below) => below - 1, keyPepper: null },
    { ...(await idOf(app, rotated)), grace: '1h' },
    A_TEST,
  )
  expect(next.kind).toBe('rotated')
  const revoked = await app.newKey()
  await revokeKey(deps, await idOf(app, revoked), A_TEST)
  app.clock.at += 8 * DAY

  const auth = (value: string) => [`Authorization: ${value}`]
  const cases: [string, string[], RegExp, string, string?][] = [
    ['no header', [], /^send your API key in the header `Authorization: Bearer prn_…`$/, BARE],
    ['an empty header', auth(''), /^send your API key/, BARE],
    ['another scheme', auth('Basic eDp5'), /of another scheme than Bearer/, BARE],
    ['Digest', auth('Digest username="x", realm="y"'), /of another scheme than Bearer/, BARE],
    ['the key alone', auth(key), /put the word `Bearer` before/, REQUEST],
    ['the scheme alone', auth('Bearer'), /no API key after `Bearer`/, REQUEST],
    ['the scheme alone and a blank', auth('Bearer  '), /no API key after `Bearer`/, REQUEST],
    ['the scheme twice', auth(`Bearer Bearer ${key}`), /the word `Bearer` is there twice/, REQUEST],
    ['a tab after the scheme', auth(`Bearer\t${key}`), /a blank, and nothing else, between/, REQUEST],
    [
      'another blank after the scheme',
      auth(`Bearer\xa0${key}`),
      /a blank, and nothing else, between/,
      REQUEST,
    ],
    ['a colon after the scheme', auth(`Bearer: ${key}`), /a blank, and nothing else, between/, REQUEST],
    ['nothing after the scheme', auth(`Bearer${key}`), /a blank, and nothing else, between/, REQUEST],
    ['the key in quotes', auth(`Bearer "${key}"`), /stands between other characters/, TOKEN],
    ['the key in brackets', auth(`Bearer <${key}>`), /stands between other characters/, TOKEN],
    ['the key with its name', auth(`Bearer KEY=${key}`), /stands between other characters/, TOKEN],
    ['the key and more', auth(`Bearer ${key}x`), /not complete/, TOKEN],
    ['two keys in a header', auth(`Bearer ${key}, Bearer ${key}`), /two credentials/, REQUEST],
    ['two keys after Bearer', auth(`Bearer ${key} ${key}`), /two credentials/, REQUEST],
    [
      'two headers with the same key',
      [...auth(`Bearer ${key}`), ...auth(`Bearer ${key}`)],
      /two credentials/,
      REQUEST,
    ],
    [
      'two headers, a key first',
      [...auth(`Bearer ${key}`), ...auth('Basic eDp5')],
      /two credentials/,
      REQUEST,
    ],
    [
      'two headers, a key last',
      [...auth('Basic eDp5'), ...auth(`Bearer ${key}`)],
      /two credentials/,
      REQUEST,
    ],
    ['?access_token=', [], /a key in the URL ends up in logs/, REQUEST, `access_token=${key}`],
    ['?api_key= beside a header', auth(`Bearer ${key}`), /a key in the URL/, REQUEST, 'a=b&api_key=x'],
    ['a key in any other parameter', auth(`Bearer ${key}`), /a key in the URL/, REQUEST, `token=${key}`],
    ['a key in place of a parameter', auth(`Bearer ${key}`), /a key in the URL/, REQUEST, `a=b&${key}`],
    ['a key that is written otherwise', [], /a key in the URL/, REQUEST, `%70${key.slice(1)}=`],
    [
      'another prefix',
      auth('Bearer mint_0123456789'),
      /not an API key of Prentice: those start with prn_/,
      TOKEN,
    ],
    ['cut short', auth(`Bearer ${key.slice(0, -1)}`), /not complete/, TOKEN],
    [
      'mistyped',
      auth(`Bearer ${key.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a'))}`),
      /wrong checksum/,
      TOKEN,
    ],
    ['unknown', auth('Bearer prn_0000000000000000000000000000002ngFV1'), /is unknown/, TOKEN],
    ['expired', auth(`Bearer ${expired}`), /has expired/, TOKEN],
    ['rotated away', auth(`Bearer ${rotated}`), /was rotated and its grace period is over/, TOKEN],
    ['revoked', auth(`Bearer ${revoked}`), /was revoked/, TOKEN],
  ]
  const sentences = new Map<string, string>()
  for (const [what, headers, sentence, challenge, query] of cases) {
    for (const route of routes(app)) {
      const line = query === undefined ? route : `${route}?${query}`
      const refused = refusal(await rawRequest(app.url, line, headers))
      expect([what, route, refused]).toEqual([
        what,
        route,
        { status: 401, error: expect.stringMatching(sentence), challenge },
      ])
      sentences.set(refused.error, what)
    }
  }
  expect(sentences.size).toBe(16)

  const logged = app.logged.join('\n')
  expect(logged).not.toContain('prn_0')
  for (const one of [key, expired, rotated, revoked]) expect(logged).not.toContain(one.slice(4, 20))
})

test('a key in place of an id does not appear in the message', async () => {
  const app = await startAppServer()
  for (const path of [
    `${app.project}/job/${app.key}`,
    `${app.key}/jobs`,
    `${app.project}/jobs?cursor=${app.key}`,
    `${app.project}/job/%70${app.key.slice(1)}`,
    `${app.project}/job/${app.key.replace('_', '%5f')}`,
    `${app.project}/job/${app.key.replaceAll(/[0-9]/g, (digit) => `%3${digit}`)}`,
  ]) {
    const refused = await app.call('GET', `/v2/agent/${path}`)
    expect([refused.status, refused.json.error]).toEqual([401, expect.stringContaining('a key in the URL')])
    expect(refused.text).not.toContain(app.key.slice(4, 20))
  }
  expect(app.logged.join('\n')).not.toContain(app.key.slice(4, 20))
})

test('the scheme is case-insensitive, with any number of spaces', async () => {
  const app = await startAppServer()
  const [, projects = ''] = routes(app)
  for (const value of [`bearer ${app.key}`, `BEARER   ${app.key}  `]) {
    expect(refusal(await rawRequest(app.url, projects, [`authorization: ${value}`])).status).toBe(200)
  }
})

test('a valid key without the permission gets 403', async () => {
  const app = await startAppServer()
  const [, read = '', write = ''] = routes(app)
  const ask = async (route: string, key: string) =>
    refusal(await rawRequest(app.url, route, [`Authorization: Bearer ${key}`]))
  const reader = await app.newKey({ scopes: ['read'] })
  expect(await ask(read, reader)).toMatchObject({ status: 200 })
  expect(await ask(write, reader)).toEqual({
    status: 403,
    error:
      'the API key lacks the scope write; create a key that has it in the dashboard, or with `npm run keys -- create --account LOGIN --scopes write`',
    challenge: `${BARE}, error="insufficient_scope", scope="write"`,
  })
  // 400: it was let in, and sent no body.
  expect(await ask(write, await app.newKey({ scopes: ['write'] }))).toMatchObject({
    status: 400,
    error: expect.stringContaining('the body is empty'),
  })
  expect(await ask(read, await app.newKey({ scopes: ['write'] }))).toMatchObject({ status: 200 })
  expect(await ask(read, await app.newKey({ allowedIps: ['10.0.0.0/8', '::1/128'] }))).toEqual({
    status: 403,
    error: 'the API key may not be used from 127.0.0.1',
    challenge: undefined,
  })
  const here = await app.newKey({ allowedIps: ['127.0.0.1/32'] })
  expect(await ask(read, here)).toMatchObject({ status: 200 })
})

test('a key in a path is not logged', async () => {
  const app = await startAppServer()
  await app.call('GET', `/v2/agent/${app.key}/job/${app.key}?x=${app.key}`)
  await app.call('GET', `/${app.key}`)
  const logged = app.logged.join('\n')
  expect(logged).toContain('/v2/agent/prn_…/job/prn_…')
  expect(logged).not.toContain(app.key.slice(4, 12))
})

test('only an allowed use of a key is recorded', async () => {
  const app = await startAppServer()
  const reader = await app.newKey({ scopes: ['read'] })
  const lastUsed = async () => JSON.parse((await app.store.get(`key/${hashOf(reader)}`)) ?? '').lastUsedAt
  const ask = (method: string, path: string) => app.call(method, path, { key: reader })
  expect((await ask('POST', `/v2/agent/${app.project}/job`)).status).toBe(403)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await lastUsed()).toBeNull()
  expect((await ask('GET', '/v2/projects')).status).toBe(200)
  await expect.poll(lastUsed).toBe(new Date(app.clock.at).toISOString())
})
