import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { clientAddress } from '../../../../src/app/http/auth/caller-access.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { rawRequest } from '../raw-request.ts'

/** What the server takes for the client of a request with these headers. */
async function seen(
  trustedProxies: readonly string[],
  headers: readonly string[],
  host = '127.0.0.1',
): Promise<string> {
  const server = createServer((request, response) => response.end(clientAddress(request, trustedProxies)))
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const answer = await rawRequest(`http://127.0.0.1:${port}`, 'GET /', headers)
  return answer.split('\r\n\r\n')[1]?.split('\r\n')[1] ?? answer.split('\r\n\r\n')[1] ?? ''
}

const forwarded = (...values: string[]): string[] => values.map((value) => `X-Forwarded-For: ${value}`)
const PROXIES = ['127.0.0.0/8', '10.0.0.0/8', '2001:db8:1::/48']

test('without trusted proxies the headers are ignored', async () => {
  expect(await seen([], forwarded('203.0.113.9'))).toBe('127.0.0.1')
})

test('headers from any other address than a trusted proxy are ignored', async () => {
  expect(await seen(['10.0.0.0/8'], forwarded('203.0.113.9'))).toBe('127.0.0.1')
})

test.each<[string, string[], string]>([
  ['one proxy', ['203.0.113.9'], '203.0.113.9'],
  ['a proxy behind a proxy', ['203.0.113.9, 10.1.1.1'], '203.0.113.9'],
  ['what the client made up stands left of it', ['10.9.9.9, 1.1.1.1, 203.0.113.9, 10.1.1.1'], '203.0.113.9'],
  ['several headers, in their order', ['1.1.1.1', '203.0.113.9', '10.1.1.1'], '203.0.113.9'],
  ['IPv6', ['2001:db8:2::9, 2001:db8:1::1'], '2001:db8:2::9'],
  ['IPv4 in IPv6', ['::ffff:203.0.113.9, ::ffff:10.1.1.1'], '203.0.113.9'],
  ['a port', ['203.0.113.9:4711, [2001:db8:1::1]:80'], '203.0.113.9'],
  ['garbage left of the client', ['x, 203.0.113.9'], '203.0.113.9'],
  ['garbage in its place', ['203.0.113.9, x'], '127.0.0.1'],
  ['garbage behind a proxy', ['203.0.113.9, unknown, 10.1.1.1'], '127.0.0.1'],
  ['a loose number', ['203.0.113.9, 3405803785'], '127.0.0.1'],
  ['an empty entry', ['203.0.113.9,'], '127.0.0.1'],
  ['an empty header', [''], '127.0.0.1'],
  ['no header', [], '127.0.0.1'],
  ['proxies only', ['10.1.1.1, 10.2.2.2'], '127.0.0.1'],
])('behind trusted proxies: %s', async (_what, headers, address) => {
  expect(await seen(PROXIES, forwarded(...headers))).toBe(address)
})

test('IPv4 clients and proxies of an IPv6 socket have IPv4 addresses', async () => {
  expect(await seen([], [], '::')).toBe('127.0.0.1')
  expect(await seen(PROXIES, forwarded('203.0.113.9'), '::')).toBe('203.0.113.9')
})

test('every route checks the client address against the ranges of the key', async () => {
  const app = await startAppServer({ trustedProxies: ['127.0.0.1/32'] })
  const key = await app.newKey({ allowedIps: ['203.0.113.0/24'] })
  for (const path of ['/v2/projects', `/v2/agent/${app.project}/job/job_01k00000000000000000000000`]) {
    const from = (address: string) => app.call('GET', path, { key, headers: { 'x-forwarded-for': address } })
    expect((await from('203.0.113.9')).status).not.toBe(403)
    expect((await from('203.0.113.9, 203.0.114.9')).json).toEqual({
      error: 'the API key may not be used from 203.0.114.9',
    })
    expect((await app.call('GET', path, { key })).status).toBe(403)
  }
})
