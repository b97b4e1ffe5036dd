import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { scene } from './github-scene.ts'

const refused = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.on('connect', () => resolve(false)).on('error', () => resolve(true))
  })

test.each(['github', 'enterprise'] as const)(
  'closing %s ends a push in the middle and every listener',
  async (dialect) => {
    const { github, token } = await scene(dialect)
    const { port, hostname } = new URL(github.serverUrl)
    const socket = connect(Number(port), hostname)
    const gone = new Promise((resolve) => socket.on('close', resolve).on('error', () => undefined))
    const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
    const head = [
      'POST /acme/widgets.git/git-receive-pack HTTP/1.1',
      `Host: ${hostname}`,
      `Authorization: basic ${basic}`,
    ]
    socket.write(
      `${head.join('\r\n')}\r\nContent-Type: application/x-git-receive-pack-request\r\nContent-Length: 9999\r\n\r\n0094`,
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    await github.close()
    await gone
    for (const url of [github.serverUrl, github.apiUrl, github.oidcIssuer])
      expect(await refused(url)).toBe(true)
  },
)

test('the addresses are those of the dialect', async () => {
  const com = (await scene('github')).github
  expect(new URL(com.apiUrl).pathname).toBe('/')
  expect(new Set([com.serverUrl, com.apiUrl, com.oidcIssuer]).size).toBe(3)
  const server = (await scene('enterprise')).github
  expect(server.apiUrl).toBe(`${server.serverUrl}/api/v3`)
  expect(server.oidcIssuer).toBe(`${server.serverUrl}/_services/token`)
})
