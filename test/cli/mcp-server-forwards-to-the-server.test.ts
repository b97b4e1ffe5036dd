import { expect, test } from 'vitest'
import { watchedJob } from '../app/http/v2/events/watched-job.ts'
import { answerJson, listen } from '../fakes/listen.ts'
import { type AppServer, startAppServer } from '../support/app/app-server.ts'
import { request } from '../support/app/mcp-client.ts'
import { commandLine } from './command-line.ts'
import { mcpServerScene } from './mcp-server-scene.ts'

const signedIn = ({ url, key }: Pick<AppServer, 'url' | 'key'>) => ({
  PRENTICE_URL: url,
  PRENTICE_API_KEY: key,
})

const INITIALIZE = request('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'test', version: '1' },
})

const callTool = (id: number, name: string, given: object = {}) => ({
  ...request('tools/call', { name, arguments: given }),
  id,
})

test('an editor works with the stored key on the repository of its folder', async () => {
  const app = await startAppServer()
  const person = await commandLine()
  await person.run(['login', app.url], { input: app.key })
  const { connect } = await mcpServerScene({ XDG_CONFIG_HOME: `${person.folder}/config` })
  const { client, call, tools, strange } = await connect()
  expect(client.getServerVersion()?.name).toBe('prentice')
  expect(tools).toHaveLength(7)
  const { id } = await call('create_job', { prompt: 'Fix the typo\u2028in two lines 🎉' })
  expect(await call('get_job', { id })).toMatchObject({ status: 'active' })
  const { json } = await app.call('GET', `/v2/agent/${app.project}/job/${id}/messages`)
  expect(json.messages).toMatchObject([{ prompt: 'Fix the typo\u2028in two lines 🎉' }])
  expect(strange).toEqual([])
})

test('a wait holds up no other call, and ends when the client cancels it', async () => {
  const app = await startAppServer()
  const { key } = await watchedJob(app)
  const { start } = await mcpServerScene(signedIn(app))
  const { send, next, child, ended } = start()
  send(INITIALIZE)
  expect(await next()).toMatchObject({ id: 1, result: { protocolVersion: '2025-06-18' } })
  send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  send(callTool(2, 'wait_for_job', { id: key.job }))
  send(callTool(3, 'get_job', { id: key.job }))
  expect(await next()).toMatchObject({ id: 3, result: { structuredContent: { status: 'active' } } })
  send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } })
  send(callTool(4, 'list_projects'))
  expect(await next()).toMatchObject({ id: 4 })
  child.stdin.end()
  const { code, stderr, stdout } = await ended
  expect([code, stderr, stdout.trimEnd().split('\n').length]).toEqual([0, '', 3])
})

test.each([
  ['when its input ends', (child: { stdin: { end(): void } }) => child.stdin.end()],
  ['on SIGTERM', (child: { kill(signal: 'SIGTERM'): void }) => child.kill('SIGTERM')],
])('the MCP server ends %s, even while a call waits', async (_, end) => {
  const app = await startAppServer()
  const { key } = await watchedJob(app)
  const { start } = await mcpServerScene(signedIn(app))
  const { send, next, child, ended } = start()
  send(INITIALIZE)
  await next()
  send(callTool(2, 'wait_for_job', { id: key.job }))
  send(callTool(3, 'list_projects'))
  await next()
  end(child as never)
  expect((await ended).code).toBe(0)
})

test('somebody who is not signed in reads what to do, in the editor and on standard error', async () => {
  const { start } = await mcpServerScene({})
  const { send, next, child, ended } = start()
  send(INITIALIZE)
  const SIGN_IN = /you are not signed in to a server: run `prentice login/
  expect(await next()).toEqual({
    ...{ jsonrpc: '2.0', id: 1 },
    error: { code: -32000, message: expect.stringMatching(SIGN_IN) },
  })
  child.stdin.end()
  const { code, stderr } = await ended
  expect([code, stderr]).toEqual([4, expect.stringMatching(SIGN_IN)])
})

test('the error says that the server does not accept the key', async () => {
  const app = await startAppServer()
  const { start } = await mcpServerScene(signedIn({ url: app.url, key: `${app.key.slice(0, -1)}_` }), {
    remote: null,
  })
  const { send, next } = start()
  send(INITIALIZE)
  expect(await next()).toMatchObject({
    error: { data: { status: 401 }, message: expect.stringMatching(/`prentice login` stores another key/) },
  })
})

test('in a folder without a repository that the key covers, calls name their project', async () => {
  const app = await startAppServer()
  for (const [remote, said] of [
    [null, ''],
    ['https://github.com/acme/unknown', 'covers no project https://github.com/acme/unknown'],
  ] as const) {
    const { start } = await mcpServerScene(signedIn(app), { remote })
    const { send, next, child, ended } = start()
    send(callTool(1, 'create_job', { prompt: 'x' }))
    expect(JSON.stringify(await next())).toContain('`projectId` is missing; `list_projects`')
    send(callTool(2, 'create_job', { prompt: 'x', projectId: app.project }))
    expect(await next()).toMatchObject({ result: { structuredContent: { status: 'active' } } })
    child.stdin.end()
    const { code, stderr } = await ended
    expect([code, stderr]).toEqual([0, expect.stringContaining(said)])
  }
})

test('--repo and --dir name the repository; one that the key does not cover is an error', async () => {
  const app = await startAppServer()
  const clone = await mcpServerScene({})
  const { start } = await mcpServerScene(signedIn(app), { remote: null })
  for (const args of [
    ['--repo', 'acme/docs'],
    ['--dir', clone.folder],
  ]) {
    const { send, next } = start(args)
    send(callTool(1, 'create_job', { prompt: 'x' }))
    expect(await next()).toMatchObject({ result: { structuredContent: { status: 'active' } } })
  }
  const { send, next } = start(['--repo', 'acme/other'])
  send(INITIALIZE)
  expect(await next()).toMatchObject({
    error: { message: expect.stringContaining('your API key covers no project acme/other') },
  })
})

test('a line that is no message is refused, and the next one is answered', async () => {
  const app = await startAppServer()
  const { start } = await mcpServerScene(signedIn(app))
  const { send, next, child } = start()
  child.stdin.write('Content-Length: 12\r\n\r\n')
  expect(await next()).toMatchObject({ id: null, error: { code: -32700 } })
  send([INITIALIZE])
  expect(await next()).toMatchObject({ id: null, error: { code: -32700 } })
  // Each is JSON, and no request, notification or response.
  for (const other of [42, 'ping', null, {}, { id: 7 }, { id: null, method: 'ping' }]) {
    send(other)
    expect([other, await next()]).toMatchObject([other, { id: null, error: { code: -32700 } }])
  }
  send({ jsonrpc: '2.0', id: 7, result: {} })
  send({ jsonrpc: '2.0', method: 'notifications/initialized' })
  const text = Buffer.from(`${JSON.stringify({ ...request('ping'), id: 'ü' })}\r\n`)
  // In the middle of a character.
  const at = text.indexOf(0xc3) + 1
  child.stdin.write(text.subarray(0, at))
  child.stdin.write(text.subarray(at))
  expect(await next()).toEqual({ jsonrpc: '2.0', id: 'ü', result: {} })
  send({ ...request('server/discover'), params: [1] })
  expect(await next()).toMatchObject({
    error: { message: expect.stringContaining('JSON-RPC'), data: { status: 400 } },
  })
})

test('a server that cannot be reached, is older, or is another one, is named', async () => {
  const older = await listen((incoming, response) =>
    incoming.url?.startsWith('/mcp')
      ? answerJson(response, 404, { error: 'there is nothing at POST /mcp' })
      : answerJson(response, 200, { projects: [], nextCursor: null }),
  )
  const page = await listen(
    (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
  )
  const elsewhere = await listen(
    (_, response) => void response.writeHead(302, { location: 'https://x' }).end(),
  )
  for (const [url, error] of [
    ['http://127.0.0.1:9', /cannot be reached/],
    [older, /has no MCP server: it is older than this command/],
    [page, /is not from Prentice/],
    [elsewhere, /redirects to https:\/\/x; the API key is not sent there/],
  ] as const) {
    const { start } = await mcpServerScene(signedIn({ url, key: 'prn_x' }), { remote: null })
    const { send, next } = start()
    send(INITIALIZE)
    expect([url, await next()]).toMatchObject([
      url,
      { id: 1, error: { message: expect.stringMatching(error) } },
    ])
  }
})
