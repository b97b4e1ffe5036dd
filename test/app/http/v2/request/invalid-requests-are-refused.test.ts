import { expect, test } from 'vitest'
import { type AppServer, type CallOptions, startAppServer } from '../../../../support/app/app-server.ts'
import { listEntries } from '../../../../support/app/list-entries.ts'

const JOB = 'job_01k00000000000000000000000'

/** All there is, but for when keys were last used. */
const stored = async (app: AppServer) =>
  (await listEntries(app.store)).map(({ key, value }) => ({
    key,
    value: key.startsWith('key/') ? value.replace(/"lastUsedAt":[^,]+/, '') : value,
  }))

test('every refusal is JSON with exactly one error, and changes nothing', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/job`
  const cases: [string, string, string, CallOptions, number, RegExp][] = [
    ['no key', 'POST', jobs, { key: null, body: { prompt: 'x' } }, 401, /Authorization: Bearer/],
    [
      'another scheme',
      'POST',
      jobs,
      { key: null, headers: { authorization: 'Basic eDp5' }, body: { prompt: 'x' } },
      401,
      /Bearer/,
    ],
    [
      'two credentials',
      'GET',
      `${jobs}/${JOB}`,
      { key: `${app.key}, Bearer ${app.key}` },
      401,
      /one API key/,
    ],
    ['a key of another product', 'POST', jobs, { key: 'mint_abc', body: { prompt: 'x' } }, 401, /prn_/],
    [
      'a mistyped key',
      'POST',
      jobs,
      { key: app.key.replace(/.$/, (c) => (c === 'a' ? 'b' : 'a')), body: { prompt: 'x' } },
      401,
      /copy it again/,
    ],
    ['another project', 'POST', '/v2/agent/prj_zz/job', { body: { prompt: 'x' } }, 404, /prj_zz/],
    ['a malformed project', 'POST', '/v2/agent/..%2F/job', { body: { prompt: 'x' } }, 404, /no project/],
    ['another job', 'GET', `${jobs}/${JOB}`, {}, 404, /no job/],
    [
      'a malformed job',
      'GET',
      `${jobs}/x`,
      {},
      404,
      /no job "x" in this project; GET …\/jobs lists its jobs/,
    ],
    ['a broken percent', 'GET', `${jobs}/%zz`, {}, 404, /no job/],
    ['a very long id', 'GET', `${jobs}/${'a'.repeat(5000)}`, {}, 404, /no job/],
    ['a message to another job', 'POST', `${jobs}/${JOB}/message`, { body: { prompt: 'x' } }, 404, /no job/],
    ['no body', 'POST', jobs, { headers: { 'content-type': 'application/json' } }, 400, /body is empty/],
    ['invalid JSON', 'POST', jobs, { raw: '{"prompt":' }, 400, /not valid JSON/],
    ['an array', 'POST', jobs, { raw: '[]' }, 400, /must be a JSON object/],
    ['null', 'POST', jobs, { raw: 'null' }, 400, /must be a JSON object/],
    ['a number', 'POST', jobs, { raw: '1' }, 400, /must be a JSON object/],
    ['no prompt', 'POST', jobs, { body: {} }, 400, /`prompt` is missing/],
    ['a number as prompt', 'POST', jobs, { body: { prompt: 1 } }, 400, /`prompt` must be a string/],
    ['an empty prompt', 'POST', jobs, { body: { prompt: '' } }, 400, /`prompt` must not be empty/],
    ['a blank prompt', 'POST', jobs, { body: { prompt: ' \n\t' } }, 400, /`prompt` must not be empty/],
    ['a prompt too long', 'POST', jobs, { body: { prompt: 'x'.repeat(500_001) } }, 400, /at most 500000/],
    [
      'a NUL in ref',
      'POST',
      jobs,
      { body: { prompt: 'x', ref: 'a\0b' } },
      400,
      /`ref` "a\\u0000b" is not a valid branch name/,
    ],
    ['a line break in ref', 'POST', jobs, { body: { prompt: 'x', ref: 'main\n' } }, 400, /`ref` .* control/],
    ['a wrong ref', 'POST', jobs, { body: { prompt: 'x', ref: 1 } }, 400, /`ref` must be a string/],
    [
      'a wrong draft',
      'POST',
      jobs,
      { body: { prompt: 'x', draft: 'yes' } },
      400,
      /`draft` must be true or false/,
    ],
    ['an unknown model', 'POST', jobs, { body: { prompt: 'x', model: 'gpt' } }, 400, /`model` "gpt"/],
    [
      'another content type',
      'POST',
      jobs,
      { raw: 'prompt=x', headers: { 'content-type': 'text/plain' } },
      415,
      /application\/json/,
    ],
    ['a huge body', 'POST', jobs, { raw: `"${'x'.repeat(4 * 1024 * 1024)}"` }, 413, /larger than/],
    [
      'a long Idempotency-Key',
      'POST',
      jobs,
      { body: { prompt: 'x' }, headers: { 'idempotency-key': 'k'.repeat(256) } },
      400,
      /Idempotency-Key/,
    ],
    ['another method on jobs', 'PUT', jobs, { body: {} }, 405, /use POST/],
    ['another method on a job', 'DELETE', `${jobs}/${JOB}`, {}, 405, /use GET, HEAD/],
    ['another method on message', 'GET', `${jobs}/${JOB}/message`, {}, 405, /use POST/],
    ['an unknown path', 'GET', '/v2/agents', {}, 404, /nothing at GET/],
    ['the old version', 'POST', '/v1/agent/prj_1/job', { body: {} }, 410, /POST \/v2\/agent\/prj_1\/job/],
    ['a run without a patch', 'GET', `${jobs}/${JOB}/runs/1/patch`, {}, 404, /no job/],
  ]
  const before = await stored(app)
  for (const [what, method, path, options, status, error] of cases) {
    const answer = await app.call(method, path, options)
    expect([what, answer.status, answer.json]).toEqual([
      what,
      status,
      { error: expect.stringMatching(error) },
    ])
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    if (status === 401) expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/)
    if (status === 405) expect(answer.headers.get('allow')).not.toBeNull()
  }
  expect(await stored(app)).toEqual(before)
  expect(app.logged.join('')).not.toContain(app.key)
})

test('JSON with parameters on its content type is JSON', async () => {
  const app = await startAppServer()
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { raw: '{"prompt":"x"}', headers })
  expect(created.status).toBe(201)
})

test('a key covers its account, or its chosen projects, in its scopes, from its addresses', async () => {
  const app = await startAppServer()
  const create = (key: string) =>
    app.call('POST', `/v2/agent/${app.project}/job`, { key, body: { prompt: 'x' } })
  const stranger = await app.newKey({ accountId: 78 })
  expect((await create(stranger)).status).toBe(404)
  await app.store.commit({ set: [{ key: 'account-project/77/prj_1', value: 'prj_1' }] })
  expect((await create(await app.newKey({ projectIds: ['prj_1'] }))).status).toBe(404)
  expect((await create(await app.newKey({ projectIds: [app.project] }))).status).toBe(201)
  expect((await create(await app.newKey({ scopes: ['read'] }))).status).toBe(403)
  expect((await create(await app.newKey({ allowedIps: ['10.0.0.0/8'] }))).status).toBe(403)
  expect((await create(await app.newKey({ allowedIps: ['127.0.0.0/8'] }))).status).toBe(201)
  const short = await app.newKey({ expiresInDays: 7 })
  expect((await create(short)).status).toBe(201)
  app.clock.at += 7 * 86_400_000
  expect((await create(short)).status).toBe(401)
  const projects = await app.call('GET', '/v2/projects', { key: stranger })
  expect(projects.json).toEqual({ projects: [], nextCursor: null })
})
