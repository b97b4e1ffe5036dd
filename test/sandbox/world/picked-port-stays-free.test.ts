import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { pickPort } from '../../../sandbox/world/pick-port.ts'

test('a picked port is none that the system hands out, and is not picked twice', async () => {
  const ports = []
  while (ports.length < 5) ports.push(await pickPort(0))
  expect(new Set(ports).size).toBe(5)
  for (const port of ports) {
    expect(port).toBeGreaterThanOrEqual(10_000)
    expect(port).toBeLessThan(32_768)
  }
})

test('a port that somebody listens on is passed over', async () => {
  const taken = (await pickPort(0)) + 1
  const server = createServer().listen(taken, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  expect(await pickPort(0)).not.toBe(taken)
  await expect(pickPort(taken)).rejects.toThrow(`port ${taken} is in use: choose another with --port`)
  server.close()
})
