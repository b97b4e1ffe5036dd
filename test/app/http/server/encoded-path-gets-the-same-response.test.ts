import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import type { RawAnswer } from '../../../support/app/raw-connection.ts'
import { aJob, exchange, head } from './raw-exchange.ts'

const BODIES: readonly string[] = [
  '{"prompt":"x"}',
  '',
  ' ',
  '[]',
  'null',
  '{"prompt":1}',
  '{"prompt":"x"',
  '{"prompt":"x","ref":"../x"}',
  '{"__proto__":{"prompt":"x"}}',
  '{"prompt":"\xff"}',
]

/** Headers beside those of a good request, or in their place. */
const HEADERS: readonly (readonly string[])[] = [
  [],
  ['Content-Type: text/plain'],
  ['Content-Type: APPLICATION/JSON; charset=latin1'],
  ['Content-Encoding: gzip'],
  ['Content-Encoding: identity'],
  ['Idempotency-Key: '],
  ['Idempotency-Key: a', 'Idempotency-Key: b'],
  [`Idempotency-Key: ${'k'.repeat(300)}`],
  ['X-HTTP-Method-Override: DELETE', 'Origin: https://elsewhere.example', 'Range: bytes=0-1'],
  ['Authorization: Bearer prn_x'],
]
const ENDS = ['', '?', '?a=%zz', '?key=prn_abc', '#part', '/', ';x']
const METHODS = ['PUT', 'DELETE', 'OPTIONS', 'HEAD', 'GET']

/** Method, path, further headers, body. */
type Asked = readonly [string, string, readonly string[], string]

/** Without what differs from answer to answer. */
const comparable = ({ status, headers, body }: RawAnswer) => {
  const { date, 'x-request-id': id, ...rest } = headers
  const text = JSON.stringify([status, body, Object.entries(rest).toSorted()])
  return text
    .replaceAll(/job_[0-9a-z]{26}/g, 'JOB')
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll('%6Aob', 'job')
}

test('get, create and message give the same response if a letter of the path is percent-encoded', async () => {
  const app = await startAppServer({ rateLimit: 0 })
  const { plain, jobs } = await aJob(app)
  const good = BODIES[0] ?? ''
  const ofBodies = (place: string): Asked[] => [
    ...BODIES.map((body): Asked => ['POST', place, [], body]),
    ...HEADERS.map((more): Asked => ['POST', place, more, good]),
  ]
  const ofPaths = (place: string): Asked[] => [
    ...ENDS.map((end): Asked => ['POST', place + end, [], good]),
    ...METHODS.map((method): Asked => [method, place, [], '']),
  ]
  const message = `${plain}/message`
  const foreign = jobs.replace(/prj_\w+/, 'prj_zzz')
  const unknown = message.replace(/job_\w+/, `job_${'0'.repeat(26)}`)
  const asked = [
    ...[jobs, foreign, message, unknown].flatMap(ofBodies),
    // No message to the job that exists: 20 may wait, no more.
    ...[jobs, foreign, unknown, plain].flatMap(ofPaths),
    ...['W/"0"', '*'].map((etag): Asked => ['GET', plain, [`If-None-Match: ${etag}`], '']),
  ]
  const seen = new Set<number>()
  for (const [method, path, more, body] of asked) {
    const type = more.some((line) => line.startsWith('Content-Type'))
      ? []
      : ['Content-Type: application/json']
    const ask = (to: string) =>
      exchange(app, head(app, `${method} ${to}`, ...type, ...more, `Content-Length: ${body.length}`) + body)
    const usual = await ask(path)
    // A percent sign sends a get through its described route; without one, it is answered as a poll.
    const encoded = await ask(path.replace('/job', '/%6Aob'))
    expect([method, path, more, body, comparable(usual)]).toEqual([
      method,
      path,
      more,
      body,
      comparable(encoded),
    ])
    seen.add(usual.status)
  }
  expect([...seen].toSorted()).toEqual([200, 201, 304, 400, 401, 404, 405, 415])
})
