import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'
import { type RawAnswer, rawConnection } from '../../../support/app/raw-connection.ts'
import { aJob, exchange, expectRefusal, head } from './raw-exchange.ts'

/** What differs from answer to answer, or stands in another order, tells nothing. */
const comparable = ({ status, headers, body }: RawAnswer) => {
  const { date, 'x-request-id': id, ...rest } = headers
  return { status, body, headers: Object.entries(rest).sort() }
}

test('the plain get handler and the described route give equal responses to any request', async () => {
  const app = await startAppServer()
  const { plain, described } = await aJob(app)
  const etag = (await app.call('GET', plain)).headers.get('etag')
  const second = `Authorization: Bearer ${app.key}`
  const cases: [string, (path: string) => string, number][] = [
    ['as it should be', (path) => head(app, `GET ${path}`), 200],
    ['HEAD', (path) => head(app, `HEAD ${path}`), 200],
    ['HEAD of nothing', (path) => head(app, `HEAD ${path}0`), 404],
    ['a validator', (path) => head(app, `GET ${path}`, `If-None-Match: ${etag}`), 304],
    [
      'two validators',
      (path) => head(app, `GET ${path}`, 'If-None-Match: "x"', `If-None-Match: ${etag}`),
      304,
    ],
    ['a query', (path) => head(app, `GET ${path}?a=%zz&&`), 200],
    ['the whole address', (path) => head(app, `GET http://user@elsewhere:1${path}`), 200],
    ['a fragment', (path) => head(app, `GET ${path}#part`), 200],
    ['another end', (path) => head(app, `GET ${path}/`), 404],
    ['a body', (path) => `${head(app, `GET ${path}`, 'Content-Length: 3')}abc`, 200],
    ['an Expect', (path) => head(app, `GET ${path}`, 'Expect: 200-ok'), 417],
    ['an upgrade', (path) => head(app, `GET ${path}`, 'Connection: upgrade', 'Upgrade: websocket'), 200],
    ['two credentials', (path) => head(app, `GET ${path}`, second), 401],
    ['no Host', (path) => `GET ${path} HTTP/1.1\r\n${second}\r\n\r\n`, 400],
    ['two Hosts', (path) => head(app, `GET ${path}`, 'Host: other'), 400],
    ['a wrong Host', (path) => head(app, `GET ${path}`).replace('Host: prentice', 'Host: a b/c'), 400],
    ['HTTP/1.0', (path) => `GET ${path} HTTP/1.0\r\n${second}\r\n\r\n`, 200],
    ['headers of 20 KB', (path) => head(app, `GET ${path}`, `X-Filler: ${'x'.repeat(20_000)}`), 431],
    ['HEAD of 20 KB', (path) => head(app, `HEAD ${path}`, `X-Filler: ${'x'.repeat(20_000)}`), 431],
    ['TRACE', (path) => head(app, `TRACE ${path}`), 405],
    ['OPTIONS', (path) => head(app, `OPTIONS ${path}`), 405],
  ]
  for (const [what, request, status] of cases) {
    const a = await exchange(app, request(plain))
    const b = await exchange(app, request(described))
    expect([what, a.status]).toEqual([what, status])
    expect([what, comparable(b)]).toEqual([what, comparable(a)])
    if (what.startsWith('HEAD')) expect([what, a.body]).toEqual([what, ''])
    else if (status >= 400) expectRefusal(a, status)
  }
})

test('invalid HTTP is refused in JSON, and its connection closes', async () => {
  const app = await startAppServer()
  const { jobs } = await aJob(app)
  const post = (...more: string[]) => head(app, `POST ${jobs}`, 'Content-Type: application/json', ...more)
  const body = '{"prompt":"x"}'
  const cases: [string, string, number][] = [
    ['no HTTP', 'hello\r\n\r\n', 400],
    ['another version', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400],
    ['a method in small letters', head(app, `get ${jobs}`), 400],
    ['a control character', head(app, `GET ${jobs}`, 'X: a\0b'), 400],
    ['bytes that are no ASCII', head(app, 'GET /v2/projects?repository=\xff'), 400],
    ['two lengths', `${post('Content-Length: 13', 'Content-Length: 14')}${body}`, 400],
    ['a length and chunks', `${post('Content-Length: 14', 'Transfer-Encoding: chunked')}${body}`, 400],
    ['a chunk that is none', `${post('Transfer-Encoding: chunked')}zz\r\n${body}\r\n`, 400],
    ['more than 1,000 headers', head(app, `GET ${jobs}`, ...Array.from({ length: 999 }, () => 'X: y')), 431],
    ['a path of 20 KB', head(app, `GET /${'x'.repeat(20_000)}`), 431],
    ['a tunnel', head(app, 'CONNECT example.com:443'), 405],
    ['chunk extensions without end', `${post('Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}`, 413],
  ]
  for (const [what, bytes, status] of cases) {
    const connection = await rawConnection(app.url)
    await connection.send(bytes)
    const [answer] = await connection.answers(1)
    expect([what, answer?.status]).toEqual([what, status])
    if (answer !== undefined) expectRefusal(answer, status)
    if (status === 431) expect(answer?.body).toContain('larger than 16 KB, or more than 1,000')
    if (status === 405) expect(answer?.headers.allow).toBe('GET, HEAD, POST')
    await connection.ended()
    connection.drop()
  }
  expectRefusal(await exchange(app, head(app, 'OPTIONS *')), 404)
  expectRefusal(await exchange(app, head(app, 'GET /v2\\projects')), 400)
  expect(await listEntries(app.store, 'job/')).toHaveLength(1)
})

test('a body may arrive in one piece, in chunks, byte by byte, or after a 100', async () => {
  const app = await startAppServer()
  const { jobs } = await aJob(app)
  const post = (...more: string[]) => head(app, `POST ${jobs}`, 'Content-Type: application/json', ...more)
  const body = '{"prompt":"x"}'
  const chunks = [...body].map((character) => `1\r\n${character}\r\n`).join('')
  expect((await exchange(app, `${post('Content-Length: 14')}${body}`)).status).toBe(201)
  expect((await exchange(app, `${post('Transfer-Encoding: chunked')}${chunks}0\r\n\r\n`)).status).toBe(201)

  const slow = await rawConnection(app.url)
  for (const byte of `${post('Content-Length: 14')}${body}`) {
    await slow.send(byte)
    await sleep(1)
  }
  expect((await slow.answers(1)).map(({ status }) => status)).toEqual([201])
  slow.drop()

  const polite = await rawConnection(app.url)
  await polite.send(post('Content-Length: 14', 'Expect: 100-continue'))
  expect((await polite.answers(1)).map(({ status }) => status)).toEqual([100])
  await polite.send(body)
  expect((await polite.answers(2)).map(({ status }) => status)).toEqual([100, 201])
  polite.drop()
})

test('an idle connection stays open for longer than the minute of proxies', async () => {
  const app = await startAppServer()
  const { plain } = await aJob(app)
  const { headers } = await exchange(app, head(app, `GET ${plain}`))
  expect(Number(/^timeout=(\d+)$/.exec(headers['keep-alive'] ?? '')?.[1])).toBeGreaterThan(60)
})

test('all headers are read up to the documented limit', async () => {
  const app = await startAppServer()
  const { plain } = await aJob(app)
  const fillers = Array.from({ length: 998 }, () => 'X: y')
  const bytes = ['GET ', plain, ' HTTP/1.1\r\nHost: x\r\n', ...fillers.map((line) => `${line}\r\n`)].join('')
  const answer = await exchange(app, `${bytes}Authorization: Bearer ${app.key}\r\n\r\n`)
  expect(answer.status).toBe(200)
})

test('a duplicate Content-Type or Idempotency-Key header is refused', async () => {
  const app = await startAppServer()
  const { plain, jobs } = await aJob(app)
  const types = ['application/json', 'text/plain'].map((type) => `Content-Type: ${type}`)
  const answer = await exchange(
    app,
    `${head(app, `POST ${jobs}`, ...types, 'Content-Length: 14')}{"prompt":"x"}`,
  )
  expectRefusal(answer, 415)
  const keys = ['a', 'a'].map((key) => `Idempotency-Key: ${key}`)
  const length = ['Content-Type: application/json', 'Content-Length: 14']
  for (const path of [jobs, `${plain}/message`, `${plain}/retry`]) {
    const refused = await exchange(app, `${head(app, `POST ${path}`, ...keys, ...length)}{"prompt":"x"}`)
    expectRefusal(refused, 400)
    expect(refused.body).toContain('more than one header Idempotency-Key')
  }
  const events = ['1-1', '1-2'].map((id) => `Last-Event-ID: ${id}`)
  expectRefusal(await exchange(app, head(app, `GET ${plain}/events`, ...events)), 400)
  expect(await listEntries(app.store, 'msg/')).toHaveLength(1)
})

test('an interrupted upload changes nothing and is not a server error', async () => {
  const app = await startAppServer()
  const { plain, described, jobs } = await aJob(app)
  const type = 'Content-Type: application/json'
  for (const path of [jobs, `${plain}/message`, `${described}/message`]) {
    const connection = await rawConnection(app.url)
    await connection.send(`${head(app, `POST ${path}`, type, 'Content-Length: 1000')}{"prompt":`)
    await sleep(20)
    connection.drop()
  }
  await sleep(50)
  expect((await app.call('GET', plain)).status).toBe(200)
  expect(await listEntries(app.store, 'msg/')).toHaveLength(1)
  expect(app.logged.filter((line) => JSON.parse(line).level >= 50)).toEqual([])
})

test('a connection stays open if the rest of a refused body arrived while the server was halted', async () => {
  const app = await startAppServer()
  const { plain, jobs } = await aJob(app)
  const refused = `POST ${jobs} HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n`
  for (let isInTime = false; !isInTime; ) {
    const connection = await rawConnection(app.url)
    const before = performance.now()
    await connection.send(`${refused}12345`)
    expect((await connection.answers(1)).map(({ status }) => status)).toEqual([401])
    // Timers come next in the event loop, before what has arrived.
    await nextTurn()
    const sent = connection.send('67890')
    // Not if the machine halted this process before the rest was sent.
    isInTime = performance.now() - before < 250
    halt(600)
    await sent
    await connection.send(head(app, `GET ${plain}`))
    const statuses = (await connection.answers(2)).map(({ status }) => status)
    if (isInTime) expect(statuses).toEqual([401, 200])
    connection.drop()
  }
})

/** Halts this process, for longer than a server waits for the rest of a body. */
function halt(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

const MIB = 'x'.repeat(1024 * 1024)
const MAX_PIECES = 200

/** Sends a body without end for as long as it is taken: the answer, and how many pieces were taken. */
async function upload(app: AppServer, requestHead: string, piece: string) {
  const connection = await rawConnection(app.url)
  await connection.send(requestHead)
  let taken = 0
  while (taken < MAX_PIECES && (await connection.send(piece))) taken += 1
  const [answer] = await connection.answers(1)
  await connection.ended()
  connection.drop()
  return { answer, taken }
}

test('a body with a too large Content-Length is refused before it arrives', async () => {
  const app = await startAppServer()
  const { plain, jobs } = await aJob(app)
  for (const path of [jobs, `${plain}/message`]) {
    const request = head(app, `POST ${path}`, 'Content-Type: application/json', 'Content-Length: 4194305')
    expectRefusal(await exchange(app, request), 413)
  }
})

test('a body that becomes too large is refused while it arrives, and the connection closes', async () => {
  const app = await startAppServer()
  const { plain, described, jobs } = await aJob(app)
  const type = 'Content-Type: application/json'
  const chunk = `100000\r\n${MIB}\r\n`
  const endless = ['Transfer-Encoding: chunked']
  const long = ['Content-Length: 99999999999']
  const cases: [string, string, number][] = [
    [head(app, `POST ${jobs}`, type, ...long), MIB, 413],
    [head(app, `POST ${jobs}`, type, ...endless), chunk, 413],
    [head(app, `POST ${plain}/message`, type, ...endless), chunk, 413],
    [head(app, `POST ${jobs}`, ...endless), chunk, 415],
    [head(app, `PUT ${jobs}`, ...endless), chunk, 405],
    [head(app, `GET ${plain}`, ...endless), chunk, 200],
    [head(app, `GET ${described}`, ...endless), chunk, 200],
    [head(app, 'POST /nowhere', ...long), MIB, 404],
  ]
  // Together, because each connection stays open for half a second after its answer.
  const uploads = await Promise.all(
    cases.map(async ([request, piece]) => ({ request, ...(await upload(app, request, piece)) })),
  )
  expect(uploads.map(({ request, answer }) => [request, answer?.status])).toEqual(
    cases.map(([request, , status]) => [request, status]),
  )
  for (const { taken } of uploads) expect(taken).toBeLessThan(MAX_PIECES)
  expect((await app.call('GET', plain)).status).toBe(200)
})
