import { createHmac } from 'node:crypto'
import { expect, test, vi } from 'vitest'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'

const MIB = 1024 * 1024
const SECRET = 'a secret of the tests'
const JSON_TYPE = { 'content-type': 'application/json' }
const EVENT = { 'x-github-event': 'push', 'x-github-delivery': 'one' }

const push = (note: string) => ({
  ref: 'refs/heads/main',
  repository: { id: 1234, default_branch: 'main' },
  note,
})

/** Sends a signed body with just these headers. */
async function send(
  app: AppServer,
  body: string,
  headers: Record<string, string>,
): Promise<{ status: number; text: string }> {
  const signature = `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`
  const response = await fetch(`${app.url}/api/github/webhooks`, {
    method: 'POST',
    headers: { ...headers, 'x-hub-signature-256': signature },
    body,
  })
  return { status: response.status, text: await response.text() }
}

/** How many long texts were parsed. */
function countParsed(): () => number {
  const parse = vi.spyOn(JSON, 'parse')
  return () => parse.mock.calls.filter(([text]) => typeof text === 'string' && text.length >= MIB).length
}

test('the payload of an event with handlers is parsed once', async () => {
  const app = await startAppServer()
  const parsed = countParsed()
  expect((await app.webhook('push', push('a'.repeat(MIB)))).status).toBe(200)
  expect(parsed()).toBe(1)
})

test('the payload of an event without handlers is not parsed, even if it is no JSON', async () => {
  const app = await startAppServer()
  const parsed = countParsed()
  const headers = { ...JSON_TYPE, ...EVENT, 'x-github-event': 'milestone' }
  expect(await send(app, `{${'a'.repeat(12 * MIB)}`, headers)).toEqual({ status: 200, text: 'ok\n' })
  expect(parsed()).toBe(0)
})

test('a payload of more than 10 MiB of an event with handlers is refused, and the log says so', async () => {
  const app = await startAppServer()
  const parsed = countParsed()
  const body = JSON.stringify(push('a'.repeat(10 * MIB)))
  expect((await send(app, body, { ...JSON_TYPE, ...EVENT })).status).toBe(413)
  expect(parsed()).toBe(0)
  const lines = app.logged.map((line) => JSON.parse(line)).filter(({ level }) => level === 40)
  expect(lines).toMatchObject([{ event: 'push', delivery: 'one', bytes: body.length }])
})

test.each([
  ['that is no JSON', '{', { ...JSON_TYPE, ...EVENT }, 400],
  ['that is no object', '[]', { ...JSON_TYPE, ...EVENT, 'x-github-event': 'issues' }, 400],
  ['of a form', 'payload=%7B%7D', { ...EVENT, 'content-type': 'application/x-www-form-urlencoded' }, 415],
  ['without an event', '{}', { ...JSON_TYPE, 'x-github-delivery': 'one' }, 400],
  ['without an id', '{}', { ...JSON_TYPE, 'x-github-event': 'push' }, 400],
])('a signed webhook %s is refused', async (_, body, headers, status) => {
  const app = await startAppServer()
  const answer = await send(app, body, headers)
  expect(answer).toEqual({ status, text: expect.stringMatching(/^\{"error":"[^"]+"\}$/) })
})
