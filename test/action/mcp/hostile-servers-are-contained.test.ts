import { expect, test } from 'vitest'
import { type McpScript, readOnlyTool } from '../../fakes/mcp/mcp-server.ts'
import { ask, givenServer, openServers, SECRET } from '../../support/action/mcp-scene.ts'

const TOOLS = [readOnlyTool('search')]
const HASTY = { connectMs: 300, callMs: 300 }

async function given(script: McpScript, changes: Parameters<typeof openServers>[1] = {}) {
  const server = await givenServer({ tools: TOOLS, ...script })
  return { server, ...(await openServers([{ name: 'docs', url: server.url, tools: ['search'] }], changes)) }
}

/** Answers calls, and nothing else. */
const onCall = (act: NonNullable<McpScript['intercept']>): McpScript => ({
  intercept: (request, response) => request.body?.method === 'tools/call' && act(request, response),
})

const JSON_TYPE = { 'content-type': 'application/json' }

test('a redirect is not followed, wherever it goes', async () => {
  const other = await givenServer({ tools: TOOLS })
  for (const status of [301, 302, 303, 307, 308]) {
    const { mcp, notes, server } = await given({
      intercept: (_, response) => !!response.writeHead(status, { location: other.url }).end(),
    })
    expect([mcp, notes]).toEqual([
      null,
      [
        `MCP server docs is left out: it answers with a redirect (${status}), which is not followed: name the right address in the settings.`,
      ],
    ])
    expect(server.asked).toHaveLength(1)
  }
  expect(other.asked).toEqual([])
})

test.each([
  ['HTTP 500', 500, 'it answers with HTTP 500'],
  [
    'HTTP 401',
    401,
    'it refuses access (HTTP 401): set its header in a PRENTICE_MCP_ variable of the workflow file',
  ],
])('a server that answers with %s is left out', async (_, status, why) => {
  const { mcp, notes } = await given({
    intercept: (_, response) => !!response.writeHead(status).end('::error::evil'),
  })
  expect([mcp, notes]).toEqual([null, [`MCP server docs is left out: ${why}.`]])
})

test.each([
  ['HTML', '<html>', { 'content-type': 'text/html' }],
  ['no JSON', 'x', JSON_TYPE],
  ['JSON of another kind', '{"jsonrpc":"2.0"}', JSON_TYPE],
  ['JSON that is nested too deeply', '['.repeat(500_000), JSON_TYPE],
])('a server that answers with %s is left out', async (_, body, headers) => {
  const { mcp, notes } = await given({
    intercept: (_, response) => !!response.writeHead(200, headers).end(body),
  })
  expect(mcp).toBeNull()
  expect(notes).toEqual(['MCP server docs is left out: its answer is not one of an MCP server.'])
})

test('a server that is down is left out, and the others are asked', async () => {
  const down = await givenServer()
  await down.close()
  const server = await givenServer({ tools: TOOLS })
  const opened = await openServers([
    { name: 'down', url: down.url, tools: ['search'] },
    { name: 'docs', url: server.url, tools: ['search'] },
  ])
  expect(opened.notes).toEqual(['MCP server down is left out: it cannot be reached (ECONNREFUSED).'])
  expect(await ask(opened)).toMatchObject({ ok: true })
})

test('a server that does not answer is left out', async () => {
  const { mcp, notes } = await given({ intercept: () => true }, { timeouts: HASTY })
  expect([mcp, notes]).toEqual([null, ['MCP server docs is left out: it does not answer in time.']])
})

test('a server that stops answering is asked three times, and no more', async () => {
  const opened = await given(
    onCall(() => true),
    { timeouts: { ...HASTY, connectMs: 15_000 } },
  )
  for (let n = 0; n < 3; n += 1)
    expect(await ask(opened)).toEqual({
      ok: false,
      text: 'docs could not be asked: it does not answer in time.',
    })
  expect(await ask(opened)).toEqual({ ok: false, text: 'docs no longer answers. Work without it.' })
})

test('a call ends with the run', async () => {
  const opened = await given(onCall(() => true))
  const stop = new AbortController()
  const result = ask(opened, 'search', {}, stop.signal)
  await expect.poll(() => opened.server.asked.at(-1)?.body?.method).toBe('tools/call')
  stop.abort()
  expect(await result).toEqual({ ok: false, text: 'Not done: the work had ended.' })
})

test('an endless response is cut off, as JSON and as a stream of events', async () => {
  for (const type of ['application/json', 'text/event-stream']) {
    let sent = 0
    const opened = await given(
      onCall((_, response) => {
        response.writeHead(200, { 'content-type': type })
        const line = type === 'application/json' ? ' '.repeat(65_536) : `: ${'x'.repeat(65_536)}\n\n`
        const more = () => {
          while (!response.destroyed && response.write(line)) sent += line.length
        }
        response.on('drain', more)
        more()
        return true
      }),
    )
    expect(await ask(opened)).toEqual({
      ok: false,
      text: 'docs could not be asked: its response is larger than 4 MiB.',
    })
    expect(sent).toBeLessThan(64 * 1024 * 1024)
  }
})

test('a session that has ended is opened again', async () => {
  let calls = 0
  const opened = await given(
    onCall((_, response) => {
      calls += 1
      if (calls > 1) return false
      response.writeHead(404).end()
      return true
    }),
  )
  expect(await ask(opened)).toMatchObject({ ok: false })
  expect(await ask(opened)).toEqual({ ok: true, text: 'nothing' })
})

test('tools on endless pages are not read', async () => {
  let page = 0
  const { mcp, notes } = await given({
    intercept(request, response) {
      if (request.body?.method !== 'tools/list') return false
      page += 1
      const result = { tools: TOOLS, nextCursor: String(page) }
      const { id } = request.body as { id?: number }
      response.writeHead(200, JSON_TYPE).end(JSON.stringify({ jsonrpc: '2.0', id, result }))
      return true
    },
  })
  expect([mcp, notes, page]).toEqual([
    null,
    ['MCP server docs is left out: it lists its tools on more than 5 pages.'],
    5,
  ])
})

const NAME_IT = 'if that is right, name its origin in a PRENTICE_MCP_ variable of the workflow file'

test.each([
  ['10.0.0.1', 'its host has an address that is not public'],
  ['127.0.0.1', 'its host has an address that is not public'],
  ['::1', 'its host has an address that is not public'],
  ['169.254.169.254', 'its host has a link-local address'],
])('a host with the address %s is not asked', async (address, why) => {
  const resolve = async () => ['1.1.1.1', address]
  const { mcp, notes, server } = await given({}, { environment: {}, resolve })
  expect([mcp, server.asked]).toEqual([null, []])
  expect(notes[0]).toContain(`MCP server docs is left out: ${why}`)
})

test('a host that cannot be resolved is not asked, unless the workflow file names it', async () => {
  const resolve = async () => Promise.reject(new Error('ENOTFOUND'))
  const { notes, server } = await given({}, { environment: {}, resolve })
  expect(notes).toEqual([`MCP server docs is left out: the runner cannot resolve its host: ${NAME_IT}.`])
  expect(server.asked).toEqual([])
  expect((await given({}, { resolve })).mcp).not.toBeNull()
})

test.each(['169.254.169.254', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1', 'fd00:ec2::254'])(
  'not even the workflow file permits the link-local address %s',
  async (address) => {
    const { mcp, notes } = await given({}, { resolve: async () => [address] })
    expect([mcp, notes]).toEqual([null, ['MCP server docs is left out: its host has a link-local address.']])
  },
)

test('a host without an address is not asked, unless the workflow file names it', async () => {
  const { mcp, server } = await given({}, { environment: {}, resolve: async () => [] })
  expect([mcp, server.asked]).toEqual([null, []])
})

test('a header reaches no other origin, and a host without one is asked without', async () => {
  const server = await givenServer({ tools: TOOLS })
  const other = await givenServer({ tools: TOOLS })
  const servers = [server, other].map(({ url }, index) => ({ name: `s${index}`, url, tools: ['search'] }))
  const { mcp } = await openServers(servers, {
    environment: {
      PRENTICE_MCP_A: `${server.origin} X-Key: ${SECRET}`,
      PRENTICE_MCP_B: other.origin,
      PRENTICE_MCP_C: `https://localhost X-Other: ${SECRET}`,
    },
  })
  expect(mcp?.offers).toHaveLength(2)
  expect(server.asked.every(({ headers }) => headers['x-key'] === SECRET)).toBe(true)
  expect(JSON.stringify(other.asked)).not.toContain(SECRET)
  expect(JSON.stringify(server.asked)).not.toContain('x-other')
})

test('a server that asks for the stream of notifications does not get one', async () => {
  const { server } = await given({})
  expect(server.asked.map(({ method }) => method)).not.toContain('GET')
})

test('a server that asks many things of its own is not answered, and the call fails', async () => {
  const pings = Array.from({ length: 5_000 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'ping' }))
  const opened = await given(
    onCall((_, response) => !!response.writeHead(200, JSON_TYPE).end(JSON.stringify(pings))),
  )
  expect(await ask(opened)).toEqual({
    ok: false,
    text: 'docs could not be asked: it asks too much of its own simultaneously.',
  })
  expect(opened.server.asked.length).toBeLessThan(100)
})
