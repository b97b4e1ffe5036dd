import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { proxyFor } from '../../../src/app/net/proxy-for.ts'
import { postToReceiver } from '../../../src/app/outgoing/delivery/post-to-receiver.ts'
import { NewWebhook } from '../../../src/contract/webhook.ts'
import { isPermittedAddress } from '../../../src/net/ip-address.ts'
import { startReceiver } from '../../support/app/webhook-receiver.ts'

const HOOK = new URL('https://hooks.example.com/in?token=1')
const POST = { headers: { 'content-type': 'application/json' }, body: '{}' }

/** A proxy on loopback; `onConnect` answers the requests for a tunnel. */
async function startProxy(onConnect: (request: IncomingMessage, client: Duplex) => void): Promise<URL> {
  const proxy = createServer().on('connect', (request, client) => {
    // The other side may close first.
    client.on('error', () => client.destroy())
    onConnect(request, client)
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return new URL(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`)
}

function tunnelTo(port: number, client: Duplex): void {
  const server = connect(port, '127.0.0.1', () => client.write('HTTP/1.1 200 OK\r\n\r\n'))
  server.on('error', () => client.destroy())
  server.pipe(client).pipe(server)
}

test.each([
  ['loopback', ['127.0.0.1', '127.255.255.254', '::1', '0.0.0.0', '::']],
  ['private', ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fd00::1', 'fec0::1']],
  ['link-local, and the metadata service of clouds', ['169.254.169.254', 'fe80::1', 'fd00:ec2::254']],
  ['a platform service of Azure', ['168.63.129.16', '::ffff:168.63.129.16', '::ffff:a83f:8110']],
  ['shared with carriers', ['100.64.0.1', '100.127.255.255']],
  ['IPv4 in IPv6', ['::ffff:10.0.0.1', '::ffff:7f00:1', '::7f00:1', '::127.0.0.1', '::ffff:0:127.0.0.1']],
  ['translated IPv4', ['64:ff9b::7f00:1', '64:ff9b::a00:1', '64:ff9b:1::1', '2002:7f00:1::', '2001::1']],
  ['multicast, broadcast', ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1']],
  ['reserved', ['0.1.2.3', '192.0.0.8', '198.18.0.1', '240.0.0.1', '100::1', '5f00::1', '4000::1']],
  ['for documentation', ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1']],
  ['not an address', ['', 'localhost', '127.1', '0x7f.1', '2130706433', '127.0.0.1 ', 'fe80::1%eth0']],
])('an address is refused that is %s', (_, addresses) => {
  for (const address of addresses)
    expect([address, isPermittedAddress(address, [])]).toEqual([address, false])
})

test('public addresses are permitted, and what the operator allows', () => {
  for (const address of ['1.1.1.1', '140.82.112.3', '2606:4700::1111', '::ffff:1.1.1.1'])
    expect([address, isPermittedAddress(address, [])]).toEqual([address, true])
  expect(isPermittedAddress('10.1.2.3', ['10.1.0.0/16'])).toBe(true)
  expect(isPermittedAddress('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBe(true)
  expect(isPermittedAddress('10.2.2.3', ['10.1.0.0/16'])).toBe(false)
})

test.each([
  'http://hooks.example.com/',
  'https://hooks.example.com:8443/',
  'https://user@hooks.example.com/',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://0177.0.0.1/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://localhost/',
  'https://１２７.0.0.1/',
  'https://hooks.example.com/#x',
  'ftp://hooks.example.com/',
  'file:///etc/passwd',
])('the URL %s is refused when the webhook is made', (url) => {
  expect(NewWebhook.safeParse({ url }).success).toBe(false)
})

test('the connection goes to the address that was checked, with the name in the handshake', async () => {
  const receiver = await startReceiver()
  expect(await postToReceiver(receiver.transport, HOOK, { ...POST, body: '{"a":"ü"}' })).toEqual({
    status: 204,
    error: null,
  })
  expect(receiver.received).toMatchObject([
    { body: '{"a":"ü"}', servername: 'hooks.example.com', headers: { host: 'hooks.example.com' } },
  ])
})

test('one address that is not public is enough for a refusal, and nothing is called', async () => {
  const addresses = ['140.82.112.3', '127.0.0.1']
  const receiver = await startReceiver({ allowed: [], resolve: async () => addresses })
  expect(await postToReceiver(receiver.transport, HOOK, POST)).toEqual({
    status: null,
    error: 'the host has an address that is not public',
  })
  expect(receiver.received).toEqual([])
})

test('a host is resolved once, so that a second answer cannot lead elsewhere', async () => {
  let asked = 0
  const receiver = await startReceiver({
    resolve: async () => [++asked === 1 ? '127.0.0.1' : '169.254.169.254'],
  })
  expect((await postToReceiver(receiver.transport, HOOK, POST)).status).toBe(204)
  expect(asked).toBe(1)
})

test('the next address is tried if one refuses the connection, and each is named', async () => {
  const receiver = await startReceiver({ resolve: async () => ['127.0.0.2', '127.0.0.1'] })
  expect(await postToReceiver(receiver.transport, HOOK, POST)).toEqual({ status: 204, error: null })
  expect(receiver.received).toHaveLength(1)
  const none = { ...receiver.transport, allowed: ['127.0.0.0/8', '::1/128'] }
  const unreachable = { ...none, resolve: async () => ['::1', '127.0.0.2', '127.0.0.3'] }
  const { status, error } = await postToReceiver(unreachable, HOOK, POST)
  expect([status, error]).toEqual([
    null,
    expect.stringMatching(/the connection failed \(ECONNREFUSED\) \(3 addresses were tried\)$/),
  ])
})

/** A server that accepts connections and never says a word, as an address whose packets are dropped. */
async function silentAddress(host: string, port: number): Promise<{ readonly opened: () => number }> {
  const sockets: Socket[] = []
  const server = createTcpServer((socket) => void sockets.push(socket))
  await new Promise<void>((resolve) => server.listen(port, host, resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { opened: () => sockets.length }
}

test('the next address is tried if one is silent, within the same deadline', async () => {
  const receiver = await startReceiver({ resolve: async () => ['127.0.0.2', '127.0.0.1'], timeoutMs: 2_500 })
  const silent = await silentAddress('127.0.0.2', receiver.port)
  expect((await postToReceiver(receiver.transport, HOOK, POST)).status).toBe(204)
  expect(silent.opened()).toBe(1)
  const alone = { ...receiver.transport, resolve: async () => ['127.0.0.2'], timeoutMs: 300 }
  expect((await postToReceiver(alone, HOOK, POST)).error).toBe('no response within 0.3 s')
})

test('at most four addresses are tried, of both families', async () => {
  const addresses = ['::1', ...Array.from({ length: 8 }, (_, n) => `2606:4700::${n + 2}`), '127.0.0.1']
  const asked: string[] = []
  const receiver = await startReceiver({
    allowed: ['127.0.0.0/8', '::1/128'],
    resolve: async () => addresses,
  })
  const address = await startProxy((request, client) => {
    asked.push(String(request.url).replace(/:\d+$/, ''))
    client.end('HTTP/1.1 503 Service Unavailable\r\n\r\n')
  })
  const transport = { ...receiver.transport, proxyFor: () => address }
  expect((await postToReceiver(transport, HOOK, POST)).error).toBe(
    'the proxy of this server refused the connection (503) (4 addresses were tried)',
  )
  expect(asked).toEqual(['[::1]', '127.0.0.1', '[2606:4700::2]', '[2606:4700::3]'])
})

test.each([false, true])(
  'a slow answer after a quick connection is no timeout, through a proxy: %s',
  async (isProxied) => {
    const receiver = await startReceiver({
      resolve: async () => ['127.0.0.1', '127.0.0.2'],
      timeoutMs: 5_000,
    })
    const address = await startProxy((_, client) => tunnelTo(receiver.port, client))
    // Longer than the share of one address.
    receiver.answer = () => new Promise((resolve) => setTimeout(resolve, 1_200, { status: 204 }))
    const transport = { ...receiver.transport, proxyFor: () => (isProxied ? address : null) }
    expect(await postToReceiver(transport, HOOK, POST)).toEqual({ status: 204, error: null })
  },
)

test('a request that reached one address is not sent to the next', async () => {
  const receiver = await startReceiver({ resolve: async () => ['127.0.0.1', '127.0.0.2'] })
  receiver.answer = () => ({ status: 503 })
  expect((await postToReceiver(receiver.transport, HOOK, POST)).status).toBe(503)
  expect(receiver.received).toHaveLength(1)
})

test('an address that is not public is refused, wherever it appears', async () => {
  const addresses = ['140.82.112.3', '140.82.112.4', '140.82.112.5', '140.82.112.6', '10.0.0.1']
  const receiver = await startReceiver({ allowed: [], resolve: async () => addresses })
  expect((await postToReceiver(receiver.transport, HOOK, POST)).error).toBe(
    'the host has an address that is not public',
  )
})

test('a certificate of another name is refused', async () => {
  const receiver = await startReceiver()
  const other = new URL('https://hooks.example.org/')
  expect(await postToReceiver(receiver.transport, other, POST)).toEqual({
    status: null,
    error: 'the connection failed (ERR_TLS_CERT_ALTNAME_INVALID)',
  })
  expect(receiver.received).toEqual([])
})

test('a redirect is not followed', async () => {
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 302, headers: { location: 'https://inside.example.com/' } })
  const { status, error } = await postToReceiver(receiver.transport, HOOK, POST)
  expect([status, error]).toEqual([
    302,
    'the receiver responded with a redirect (302), which is not followed',
  ])
  expect(receiver.received).toHaveLength(1)
})

test('a response of more than 64 KiB is a failure, and its text is not reported', async () => {
  const receiver = await startReceiver()
  receiver.answer = () => ({ status: 200, body: 'secret '.repeat(20_000) })
  const posted = await postToReceiver(receiver.transport, HOOK, POST)
  expect(posted).toEqual({ status: 200, error: 'the response is larger than 64 KiB' })
  receiver.answer = () => ({ status: 500, body: 'secret' })
  expect(JSON.stringify(await postToReceiver(receiver.transport, HOOK, POST))).not.toContain('secret')
})

test('a receiver or a name server that does not respond in time is abandoned', async () => {
  const hanging = () => new Promise<never>(() => {})
  const receiver = await startReceiver({ timeoutMs: 300 })
  receiver.answer = hanging
  const late = { status: null, error: 'no response within 0.3 s' }
  expect(await postToReceiver(receiver.transport, HOOK, POST)).toEqual(late)
  expect(await postToReceiver({ ...receiver.transport, resolve: hanging }, HOOK, POST)).toEqual(late)
})

test('behind a proxy, the tunnel leads to the checked address, and the proxy resolves nothing', async () => {
  const receiver = await startReceiver()
  const asked: (string | undefined)[][] = []
  const proxy = await startProxy((request, client) => {
    asked.push([request.url, request.headers['proxy-authorization']])
    tunnelTo(receiver.port, client)
  })
  const address = new URL(`http://user:p%40ss@${proxy.host}`)
  const transport = { ...receiver.transport, proxyFor: () => address }
  expect((await postToReceiver(transport, HOOK, POST)).status).toBe(204)
  const credentials = Buffer.from('user:p@ss').toString('base64')
  expect(asked).toEqual([[`127.0.0.1:${receiver.port}`, `Basic ${credentials}`]])
  expect(receiver.received).toMatchObject([{ servername: 'hooks.example.com' }])

  // A proxy is no way around the check.
  const refused = await postToReceiver({ ...transport, allowed: [] }, HOOK, POST)
  expect(refused.error).toBe('the host has an address that is not public')
  expect(asked).toHaveLength(1)
})

test('a proxy that refuses is named', async () => {
  const receiver = await startReceiver()
  const address = await startProxy((_, client) => void client.end('HTTP/1.1 403 Forbidden\r\n\r\n'))
  const posted = await postToReceiver({ ...receiver.transport, proxyFor: () => address }, HOOK, POST)
  expect(posted.error).toBe('the proxy of this server refused the connection (403)')
})

test('NO_PROXY exempts hosts', () => {
  const https = 'http://proxy:3128'
  const to = (none: string, host: string) => proxyFor({ https, none }, host)?.host ?? null
  expect(to('', 'a.example.com')).toBe('proxy:3128')
  expect(to('example.com', 'a.example.com')).toBe(null)
  expect(to('.example.com, x', 'a.example.com')).toBe(null)
  expect(to('ample.com', 'a.example.com')).toBe('proxy:3128')
  expect(to('*', 'a.example.com')).toBe(null)
  expect(proxyFor({ https: null, none: null }, 'a.example.com')).toBe(null)
})
