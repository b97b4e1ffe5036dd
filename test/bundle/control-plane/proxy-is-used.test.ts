import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openWorld } from '../support/bundle-world.ts'

/** Tunnels to wherever it is asked to. */
async function startProxy() {
  const hosts: string[] = []
  const proxy = createServer().on('connect', (request, socket) => {
    hosts.push(request.url ?? '')
    const { hostname, port } = new URL(`http://${request.url}`)
    const target = connect(Number(port), hostname, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      target.pipe(socket).pipe(target)
    })
    for (const end of [socket, target]) end.on('error', () => target.destroy())
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void proxy.close())
  return { url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, hosts }
}

test.each(['http://', ''])(
  'requests to the app go through the proxy, with the scheme "%s"',
  async (scheme) => {
    const proxy = await startProxy()
    const { start, app } = await openWorld({ app: { claim: { status: 410, error: 'over' } } })
    const run = await start({ env: { HTTP_PROXY: proxy.url.replace('http://', scheme) } }).ended
    expect(run.code).toBe(0)
    expect(proxy.hosts).toContain(new URL(app.url).host)
  },
)

test('requests to a host in NO_PROXY bypass the proxy', async () => {
  const proxy = await startProxy()
  const { start } = await openWorld({ app: { claim: { status: 410, error: 'over' } } })
  const run = await start({ env: { HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1' } }).ended
  expect(run.code).toBe(0)
  expect(proxy.hosts).toEqual([])
})
