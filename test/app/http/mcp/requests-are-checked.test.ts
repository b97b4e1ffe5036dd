import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { post, request } from '../../../support/app/mcp-client.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'

const INITIALIZE = request('initialize', {
  protocolVersion: '2025-11-25',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

test('without a key there is a 401, before the body is read and without a word of OAuth', async () => {
  const app = await startAppServer()
  const { status, headers, json } = await post(app, INITIALIZE, {}, { key: null })
  expect([status, headers.get('www-authenticate'), json]).toEqual([
    401,
    'Bearer realm="Prentice"',
    { error: expect.stringContaining('Authorization: Bearer prn_') },
  ])
  // Clients look for an authorization server, and parse what they get as JSON.
  const known = await app.call('GET', '/.well-known/oauth-protected-resource/mcp', { key: null })
  expect([known.status, known.json]).toEqual([404, { error: expect.any(String) }])

  const connection = await rawConnection(app.url)
  const head = ['POST /mcp HTTP/1.1', 'Host: x', 'Content-Type: application/json', 'Content-Length: 4000000']
  await connection.send(`${head.join('\r\n')}\r\n\r\n`)
  expect((await connection.answers(1)).map((answer) => answer.status)).toEqual([401])
  connection.drop()
})

test('a revoked, foreign or missing scope is refused as on every other path', async () => {
  const app = await startAppServer()
  const reader = await app.newKey({ scopes: ['read'] })
  const call = (name: string, given: object, key: string) =>
    post(app, request('tools/call', { name, arguments: given }), {}, { key })
  const resultOf = ({ json }: { json: Record<string, unknown> }) => json.result
  const create = { projectId: app.project, prompt: 'x' }
  expect(resultOf(await call('list_jobs', create, reader))).toMatchObject({ structuredContent: { jobs: [] } })
  expect(resultOf(await call('create_job', create, reader))).toEqual({
    isError: true,
    content: [{ type: 'text', text: expect.stringMatching(/lacks the scope write.*"status":403/) }],
  })
  const stranger = await app.newKey({ accountId: 78 })
  expect(resultOf(await call('create_job', create, stranger))).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/there is no project .*`list_projects`.*"status":404/) }],
  })
})

test('a web page of another origin is refused, also with a key', async () => {
  const app = await startAppServer()
  for (const origin of [
    'https://evil.example',
    'null',
    'http://localhost:1',
    `${app.publicUrl}.evil.example`,
  ]) {
    const { status, json } = await post(app, INITIALIZE, { origin })
    expect([origin, status, json]).toEqual([origin, 403, { error: expect.stringContaining('other origins') }])
  }
  expect((await post(app, INITIALIZE, { origin: new URL(app.publicUrl).origin })).status).toBe(200)
})

test.each([
  ['GET', 405],
  ['DELETE', 405],
  ['OPTIONS', 405],
  ['PUT', 405],
])('%s has nothing to answer with', async (method, status) => {
  const app = await startAppServer()
  const answer = await app.call(method, '/mcp', { headers: { accept: 'text/event-stream' } })
  expect([answer.status, answer.headers.get('allow')]).toEqual([status, 'POST'])
})

test.each([
  ['no JSON', '{', 400, /not valid JSON/],
  ['a batch', [INITIALIZE], 400, /one JSON-RPC message; batches/],
  ['a text', '"x"', 400, /one JSON-RPC message/],
  ['no JSON-RPC', { method: 'initialize' }, 400, /Invalid JSON-RPC/],
  ['an id that is null', { ...INITIALIZE, id: null }, 400, /Invalid JSON-RPC/],
  ['positional params', { ...request('tools/list'), params: [1] }, 400, /Invalid JSON-RPC/],
  ['too many values', { ...request('tools/list', { x: Array(30_000).fill(0) }) }, 400, /20,000 values/],
])('%s is a 400', async (_, message, status, error) => {
  const app = await startAppServer()
  const answer = await post(app, message)
  expect([answer.status, answer.text]).toEqual([status, expect.stringMatching(error)])
})

const MANY = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`k${n}`, n]))
const LONG = 'x'.repeat(100_000)

test.each([
  ['an id', { ...request('tools/list'), id: LONG }],
  ['a method', request(LONG)],
  ['arguments', request('tools/call', { name: 'create_job', arguments: { prompt: 'x', ...MANY } })],
  ['an argument', request('tools/call', { name: 'get_job', arguments: { projectId: LONG, id: 'x' } })],
  ['metadata', request('tools/call', { name: 'list_jobs', arguments: { metadata: MANY } })],
  ['a prompt that is none', request('tools/call', { name: 'create_job', arguments: { prompt: MANY } })],
  ['progress', request('tools/call', { name: 'get_job', arguments: {}, _meta: MANY })],
  ['capabilities', request('initialize', { capabilities: { experimental: MANY } })],
  ['icons', request('initialize', { clientInfo: { icons: Array(2_000).fill(1) } })],
  ['a result', { jsonrpc: '2.0', id: 1, result: MANY }],
  ['an error', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'x', data: MANY } }],
])(
  '%s of a size that no client sends is refused before it is checked, and is not quoted',
  async (_, message) => {
    const app = await startAppServer()
    const { status, text } = await post(app, message)
    expect([status, text]).toEqual([
      400,
      expect.stringMatching(/must (hold|take) at most (1,000 values|65,536 bytes)/),
    ])
    expect(text.length).toBeLessThan(200)
  },
)

test('a prompt and a schema may be as long as in the interface', async () => {
  const app = await startAppServer()
  const properties = Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`p${n}`, { type: 'string' }]))
  const given = { projectId: app.project, prompt: 'x'.repeat(500_000), outputSchema: { properties } }
  const { json } = await post(app, request('tools/call', { name: 'create_job', arguments: given }))
  expect(json.result).toMatchObject({ structuredContent: { status: 'active' } })
})

test('a body over 4 MiB, or of another type, is refused', async () => {
  const app = await startAppServer()
  const large = await post(app, request('tools/list', { x: 'x'.repeat(4 * 1024 * 1024) }))
  expect([large.status, large.json]).toEqual([413, { error: expect.stringContaining('4194304') }])
  const typed = await post(app, INITIALIZE, { 'content-type': 'text/plain' })
  expect(typed.status).toBe(415)
})

test('unusual requests of real clients are answered', async () => {
  const app = await startAppServer()
  const toolsOf = ({ json }: { json: Record<string, unknown> }) =>
    (json.result as { tools: unknown[] } | undefined)?.tools.length
  const list = request('tools/list')
  expect(toolsOf(await post(app, { ...list, params: null }))).toBe(7)
  for (const accept of ['application/json', '*/*', 'application/*', '', 'APPLICATION/JSON'])
    expect([accept, toolsOf(await post(app, list, { accept }))]).toEqual([accept, 7])
  // Of an earlier session with another server at this address.
  expect(toolsOf(await post(app, list, { 'mcp-session-id': 'gone' }))).toBe(7)
  expect(toolsOf(await post(app, list, { 'mcp-protocol-version': '2025-06-18' }))).toBe(7)
  const called = { name: 'list_projects', arguments: null, _meta: { progressToken: 1 } }
  expect((await post(app, request('tools/call', called))).json.result).toMatchObject({
    structuredContent: { projects: [{ id: app.project }] },
  })
  // What is no request has no response.
  for (const message of [
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 7, result: {} },
  ]) {
    const { status, text } = await post(app, message)
    expect([status, text]).toEqual([202, ''])
  }
})

test('a client that accepts only events gets one', async () => {
  const app = await startAppServer()
  const { status, headers, text } = await post(app, request('ping'), { accept: 'text/event-stream' })
  expect([status, headers.get('content-type'), text]).toEqual([
    200,
    'text/event-stream',
    'event: message\ndata: {"result":{},"jsonrpc":"2.0","id":1}\n\n',
  ])
})

test.each([
  ['2025-11-25', '2025-11-25'],
  ['2025-06-18', '2025-06-18'],
  ['2025-03-26', '2025-03-26'],
  ['2024-11-05', '2024-11-05'],
  ['2099-01-01', '2025-11-25'],
])('a client that wants version %s gets %s', async (protocolVersion, got) => {
  const app = await startAppServer()
  const { json } = await post(app, {
    ...INITIALIZE,
    params: { ...(INITIALIZE.params as object), protocolVersion },
  })
  expect(json.result).toMatchObject({ protocolVersion: got, capabilities: { tools: {} } })
})

test('a request in a version that the server does not know is a 400 that names those it knows', async () => {
  const app = await startAppServer()
  const { status, text } = await post(app, request('server/discover'), {
    'mcp-protocol-version': '2026-07-28',
  })
  expect([status, text]).toEqual([400, expect.stringMatching(/2026-07-28.*2025-11-25/)])
})

test('an unknown method or tool is an error of the protocol', async () => {
  const app = await startAppServer()
  expect((await post(app, request('resources/list'))).json.error).toMatchObject({ code: -32601 })
  expect((await post(app, request('tools/call', { name: 'delete_all' }))).json.error).toMatchObject({
    code: -32602,
    message: expect.stringContaining('create_job'),
  })
})

test.each<[string, unknown, RegExp]>([
  ['tools/call', { name: 'list_jobs', arguments: [] }, /params\.arguments/],
  ['tools/call', { name: 'list_jobs', arguments: 'x' }, /params\.arguments/],
  ['tools/call', { arguments: {} }, /params\.name/],
  ['tools/call', null, /params/],
  ['tools/list', { cursor: 1 }, /params\.cursor/],
  ['initialize', {}, /params\.protocolVersion/],
])('%s with the parameters %j says what is wrong with them', async (method, params, message) => {
  const app = await startAppServer()
  const { status, json } = await post(app, { ...request(method), params })
  expect([status, json]).toEqual([
    200,
    {
      jsonrpc: '2.0',
      id: expect.anything(),
      error: { code: -32602, message: expect.stringMatching(message) },
    },
  ])
})

test('a message that is wrong before its parameters says that first', async () => {
  const app = await startAppServer()
  const message = request('tools/call', {})
  const version = { 'mcp-protocol-version': '1999-01-01' }
  expect((await post(app, message, version)).text).toContain('Unsupported protocol version')
  for (const wrong of [
    { ...message, jsonrpc: '1.0' },
    { ...message, extra: 1 },
  ])
    expect(await post(app, wrong)).toMatchObject({ status: 400, json: { error: { code: -32700 } } })
})

test('an error of parameters names no key, and is short', async () => {
  const app = await startAppServer()
  const experimental = { [`${app.key}${'x'.repeat(1000)}`]: 1 }
  const given = { protocolVersion: '2025-11-25', clientInfo: { name: 'x', version: '1' } }
  const { text } = await post(app, request('initialize', { ...given, capabilities: { experimental } }))
  expect(text).toContain('-32602')
  expect(text).not.toContain(app.key)
  expect(text.length).toBeLessThan(1000)
})

test('a query parameter that the server does not know, or a key in the address, is refused', async () => {
  const app = await startAppServer()
  const unknown = await post(app, INITIALIZE, {}, { query: '?project=prj_ya' })
  expect([unknown.status, unknown.json.error]).toEqual([400, expect.stringContaining('`projectId`')])
  const inAddress = await post(app, INITIALIZE, {}, { query: `?api_key=${app.key}`, key: null })
  expect([inAddress.status, inAddress.text]).toEqual([401, expect.not.stringContaining(app.key)])
})

test('requests are counted under their path', async () => {
  const app = await startAppServer({ metricsToken: 'm'.repeat(20) })
  await post(app, INITIALIZE)
  const { text } = await app.call('GET', '/metrics', { key: 'm'.repeat(20) })
  expect(text).toMatch(/route="\/mcp"[^\n]*} 1/)
})
