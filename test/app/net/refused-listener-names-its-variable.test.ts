import { createServer } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { CannotListen, listen } from '../../../src/app/net/listen.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const listenOn = (host: string, port = 0): Promise<number> => {
  const server = createServer()
  servers.push(server)
  return listen(server, { host, port, variables: { host: 'METRICS_HOST', port: 'METRICS_PORT' } })
}

test('listening resolves to the port', async () => {
  const port = await listenOn('127.0.0.1')
  expect(servers.map((server) => server.address())).toMatchObject([{ port }])
})

test('the error about a used port names the variable', async () => {
  const port = await listenOn('127.0.0.1')
  const refused = listenOn('127.0.0.1', port)
  await expect(refused).rejects.toThrow(CannotListen)
  await expect(refused).rejects.toThrow(
    `METRICS_PORT: ${port} on 127.0.0.1 is taken by another process; set another port, or end that process`,
  )
})

test.each(['192.0.2.1', 'no-such-host.invalid'])('%s is not an address of this machine', async (host) => {
  await expect(listenOn(host)).rejects.toThrow(`METRICS_HOST: ${host} is not an address of this machine; set`)
})
