import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { answerMalformedRequests, trackResponses } from '../../../../src/app/http/server/malformed-request.ts'
import { readBody } from '../../../../src/app/http/shared/read-body.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'

/** Node's own limit is five minutes. */
const OPTIONS = { requestTimeout: 1_000, headersTimeout: 1_000, connectionsCheckingInterval: 20 }

/** Answers a line as soon as there is a request, and ends when its body is there. */
async function slowServer(beginsEarly: boolean): Promise<string> {
  const server = createServer(OPTIONS, (request, response) => {
    if (beginsEarly) response.write('begun')
    readBody(request, 100).then(
      () => response.end('done'),
      () => response.destroy(),
    )
  })
  answerMalformedRequests(server, trackResponses(server))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const HEAD = 'POST / HTTP/1.1\r\nHost: prentice\r\n'

test.each([
  ['headers that do not end', HEAD],
  ['a body that does not come', `${HEAD}Content-Length: 5\r\n\r\nab`],
])('%s gets 408 in JSON, and the connection closes', async (_, bytes) => {
  const connection = await rawConnection(await slowServer(false))
  await connection.send(bytes)
  const [answer] = await connection.answers(1)
  expect([answer?.status, answer?.body]).toEqual([408, '{"error":"the request took too long to arrive"}'])
  await connection.ended()
  connection.drop()
})

test('a response that has begun is not followed by another, and the connection closes', async () => {
  const connection = await rawConnection(await slowServer(true))
  await connection.send(`${HEAD}Content-Length: 5\r\n\r\nab`)
  await connection.ended()
  expect((await connection.answers(1)).map(({ status }) => status)).toEqual([200])
  connection.drop()
})
