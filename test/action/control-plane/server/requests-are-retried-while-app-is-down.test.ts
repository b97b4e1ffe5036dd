import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { waitMsOf } from '../../../../src/action/control-plane/server/request.ts'
import { openServerClient } from '../../../../src/action/control-plane/server/server-client.ts'
import {
  REASON_HEADER,
  RegisterRequest,
  RUN_SECRET_HEADER,
} from '../../../../src/contract/runner-protocol/protocol.ts'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function appThat(answer: (request: IncomingMessage, body: string, response: ServerResponse) => void) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    answer(request, Buffer.concat(chunks).toString(), response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function clientOf(appUrl: string, totalMs = 60_000) {
  let minted = 0
  return openServerClient({
    appUrl,
    runSecret: 'the-secret',
    redact: (text) => text,
    mintIdToken: async () => {
      minted += 1
      return `token-${minted}`
    },
    retryPolicy: { totalMs, firstWaitMs: 5 },
    signal: new AbortController().signal,
  })
}

const answerJson = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

test('5xx, 429 and a broken connection are tried again, each time with a fresh token and the same secret', async () => {
  const seen: string[] = []
  const url = await appThat((request, body, response) => {
    expect(RegisterRequest.parse(JSON.parse(body)).prompt).toBe('Do it')
    seen.push(`${request.headers.authorization} ${request.headers[RUN_SECRET_HEADER]}`)
    if (seen.length === 1) answerJson(response, 503, { error: 'starting' })
    else if (seen.length === 2) answerJson(response, 429, { error: 'slowly' }, { 'retry-after': '0' })
    else if (seen.length === 3) response.destroy()
    else answerJson(response, 201, { run: 'r1', job: 'j1' })
  })
  await expect(clientOf(url).register({ protocol: 1, prompt: 'Do it' })).resolves.toEqual({
    run: 'r1',
    job: 'j1',
  })
  expect(seen).toEqual([1, 2, 3, 4].map((call) => `Bearer token-${call} the-secret`))
})

test.each([401, 403, 404, 409, 410, 426])('HTTP %i is final and keeps the message', async (status) => {
  let calls = 0
  const url = await appThat((_request, _body, response) => {
    calls += 1
    answerJson(response, status, { error: 'because' })
  })
  await expect(clientOf(url).claim('r1')).rejects.toMatchObject({ status, message: 'because' })
  expect(calls).toBe(1)
})

test('retries end', async () => {
  const url = await appThat((_request, _body, response) => answerJson(response, 503, { error: 'down' }))
  await expect(clientOf(url, 50).claim('r1')).rejects.toMatchObject({ status: 503 })
})

test('a redirect is not followed: it would carry the secret away', async () => {
  const thief = await appThat((_request, _body, response) => answerJson(response, 200, {}))
  const url = await appThat((_request, _body, response) =>
    response.writeHead(307, { location: `${thief}/runner/v1/claim` }).end(),
  )
  await expect(clientOf(url, 20).claim('r1')).rejects.toThrow()
})

test('an answer that is not of the protocol is final and names what is wrong', async () => {
  let calls = 0
  const url = await appThat((_request, _body, response) => {
    calls += 1
    response.writeHead(200).end('<html>')
  })
  await expect(clientOf(url).claim('r1')).rejects.toThrow(/app-url/)
  expect(calls).toBe(1)
})

test.each([
  ['one of ours', 'no-change', 'no-change'],
  ['one that only a newer app knows', 'a-reason-of-tomorrow', 'action-failed'],
])('the reason of a refusal is kept with its words: %s', async (_, said, code) => {
  const url = await appThat((_request, _body, response) => {
    answerJson(response, 409, { error: 'why it is over' }, { [REASON_HEADER]: said })
  })
  await expect(clientOf(url).register({ protocol: 1, prompt: 'Do it' })).rejects.toMatchObject({
    reason: { code, message: 'why it is over' },
  })
})

test('the server may ask to wait for 20 seconds, and not for longer', () => {
  expect([0, 1, 20, 21, 3600].map(waitMsOf)).toEqual([0, 1000, 20_000, 20_000, 20_000])
})
