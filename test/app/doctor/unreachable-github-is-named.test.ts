import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { inspectApp } from '../../../src/app/github/rest/inspect-app.ts'

type Deps = Parameters<typeof inspectApp>[0]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

test('the clock check names the address that it cannot reach, and why', async () => {
  const apiUrl = `http://127.0.0.1:${await freePort()}`
  const octokits = { apiVersion: '2022-11-28' } as Deps['octokits']
  await expect(inspectApp({ octokits, apiUrl, now: Date.now } as Deps).readClockSkew()).rejects.toThrow(
    `${apiUrl} cannot be reached: connect ECONNREFUSED`,
  )
})
