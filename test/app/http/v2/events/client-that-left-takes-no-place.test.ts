import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createOpenStreams, MAX_PER_ACCOUNT } from '../../../../../src/app/http/v2/events/open-streams.ts'
import { memberOf } from '../../../../../src/app/limits/rate-limit.ts'
import { A_TEST } from '../../../../support/app/actors.ts'

/** Makes responses to clients that disconnected while their requests were handled. */
async function startServer(): Promise<() => Promise<ServerResponse>> {
  const server = createServer()
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return async () => {
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    client.write('GET / HTTP/1.1\r\nHost: prentice\r\n\r\n')
    const [, response] = (await once(server, 'request')) as [unknown, ServerResponse]
    client.destroy()
    await once(response, 'close')
    return response
  }
}

test('for a client that disconnected before its stream began, no stream begins and no place is taken', async () => {
  const streams = createOpenStreams({ draining: new AbortController().signal, metrics: null })
  const abandoned = await startServer()
  const watcher = { account: 77, member: memberOf(A_TEST, true) }
  let begun = 0
  const begin = () => {
    begun += 1
    return { end() {}, refuse() {} }
  }
  for (let n = 0; n <= MAX_PER_ACCOUNT; n++) {
    const outgoing = await abandoned()
    streams.open({ env: { incoming: outgoing.req, outgoing } }, watcher, begin)
  }
  expect(begun).toBe(0)
})
