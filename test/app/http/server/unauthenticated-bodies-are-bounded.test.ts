import { expect, test } from 'vitest'
import { RUN_SECRET_HEADER, runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { type RawConnection, rawConnection } from '../../../support/app/raw-connection.ts'
import { expectRefusal } from './raw-exchange.ts'

const MIB = 1024 * 1024

/** The head of a request whose body has not been sent. */
const head = (requestLine: string, length: number, ...headers: string[]): string =>
  [
    `${requestLine} HTTP/1.1`,
    'Host: prentice',
    'Content-Type: application/json',
    `Content-Length: ${length}`,
    ...headers,
    '',
    '',
  ].join('\r\n')

const webhook = (length: number, ...headers: string[]): string =>
  head('POST /api/github/webhooks', length, 'X-GitHub-Event: push', ...headers)

/** What a stranger can write without the secret. */
const SIGNED = `X-Hub-Signature-256: sha256=${'0'.repeat(64)}`

test.each([
  ['without a signature'],
  ['with an empty one', 'X-Hub-Signature-256: '],
  ['with one that is none', 'X-Hub-Signature-256: sha256=1'],
])('a webhook %s is refused before its body', async (_, ...headers) => {
  const app = await startAppServer()
  const connection = await rawConnection(app.url)
  await connection.send(webhook(25 * MIB - 1, ...headers))
  const [answer] = await connection.answers(1)
  expect(answer?.status).toBe(400)
  expect(JSON.parse(answer?.body ?? '')).toEqual({ error: expect.stringContaining('signature') })
  connection.drop()
})

test.each([
  ['events', 'POST', runnerPaths.events],
  ['result', 'POST', runnerPaths.result],
  ['patch', 'PUT', runnerPaths.patch],
])('%s: the run and its secret are checked before the body', async (_, method, pathOf) => {
  const app = await startAppServer()
  const run = 'run_ya_01m813nj13ecwv0dmt5mn17fnk_1'
  for (const [status, ...headers] of [[401], [404, `${RUN_SECRET_HEADER}: ${'s'.repeat(43)}`]] as const) {
    const connection = await rawConnection(app.url)
    await connection.send(head(`${method} ${pathOf(run)}`, 4 * MIB - 1, ...headers))
    const [answer] = await connection.answers(1)
    if (answer === undefined) throw new Error('no answer')
    expectRefusal(answer, status)
    connection.drop()
  }
})

test('simultaneous webhooks may buffer 64 MiB in total, and the next gets 503 until one is done', async () => {
  const app = await startAppServer()
  const open: RawConnection[] = []
  const part = 'x'.repeat(16 * MIB)
  for (let n = 0; n < 4; n++) {
    const connection = await rawConnection(app.url)
    await connection.send(webhook(25 * MIB, SIGNED))
    await connection.send(n < 3 ? part : part.slice(0, -100))
    open.push(connection)
  }
  const late = await rawConnection(app.url)
  await late.send(webhook(MIB, SIGNED))
  await late.send('x'.repeat(1000))
  const [answer] = await late.answers(1)
  if (answer === undefined) throw new Error('no answer')
  expectRefusal(answer, 503)
  expect(answer.headers['retry-after']).toBe('5')
  late.drop()
  // Most of GitHub's webhooks are small, and strangers must not keep them out.
  expect((await app.webhook('ping', { zen: 'x'.repeat(60_000) })).status).toBe(200)

  for (const connection of open) connection.drop()
  const ping = await app.webhook('ping', { zen: 'x' })
  expect(ping.status).toBe(200)
})

test('connections over the limit are closed', async () => {
  const app = await startAppServer({ mostConnections: 2 })
  const first = await rawConnection(app.url)
  const second = await rawConnection(app.url)
  const third = await rawConnection(app.url)
  await third.ended()
  expect(await second.send('GET /healthz HTTP/1.1\r\nHost: prentice\r\n\r\n')).toBe(true)
  expect((await second.answers(1)).map(({ status }) => status)).toEqual([200])
  first.drop()
  second.drop()
})
