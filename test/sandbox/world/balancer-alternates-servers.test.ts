import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { startBalancer } from '../../../sandbox/world/balancer.ts'
import { pickPort } from '../../../sandbox/world/pick-port.ts'

async function serve(answer: string): Promise<number> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}

async function balance(servers: readonly number[]) {
  const port = await pickPort(0)
  const balancer = await startBalancer(port, servers)
  onTestFinished(() => balancer.close())
  const ask = async (path = '/', method = 'GET') => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { connection: 'close' },
      ...(method === 'POST' && { body: 'x' }),
    })
    return response.text()
  }
  return { balancer, ask }
}

test('connections go to the servers in turn', async () => {
  const { ask } = await balance([await serve('a'), await serve('b')])
  expect([await ask(), await ask(), await ask()]).toEqual(['a', 'b', 'a'])
})

test('a server that is down is skipped; if all are down, the connection ends', async () => {
  const { ask } = await balance([await pickPort(0), await serve('b')])
  expect([await ask(), await ask()]).toEqual(['b', 'b'])
  const nobody = await balance([await pickPort(0)])
  await expect(nobody.ask()).rejects.toThrow('fetch failed')
})

test('a held response never reaches its client', async () => {
  const { ask, balancer } = await balance([await serve('a'), await serve('b')])
  const held = balancer.holdResponse(/^POST \/work /)
  expect(await ask('/work')).toBe('a')
  const asked = ask('/work', 'POST')
  expect(await held.arrived).toBe(1)
  held.drop()
  await expect(asked).rejects.toThrow('fetch failed')
  expect(await ask('/work', 'POST')).toBe('a')
})

test('an excluded server gets no connections and loses those it has', async () => {
  const halted = createServer(() => {})
  await new Promise<void>((resolve) => halted.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void halted.close())
  const { ask, balancer } = await balance([(halted.address() as AddressInfo).port, await serve('b')])
  const asked = ask()
  await once(halted, 'request')
  balancer.setExcluded(0, true)
  await expect(asked).rejects.toThrow('fetch failed')
  expect([await ask(), await ask()]).toEqual(['b', 'b'])
})
