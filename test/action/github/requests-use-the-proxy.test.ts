import { once } from 'node:events'
import http, { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectGithub } from '../../../src/action/github/connect-github.ts'

test('requests to GitHub use the proxy of the environment', async () => {
  const asked: (string | undefined)[] = []
  const proxy = createServer().on('connect', ({ url }, socket) => {
    asked.push(url)
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void proxy.close())
  const { port } = proxy.address() as AddressInfo
  onTestFinished(http.setGlobalProxyFromEnv({ https_proxy: `http://127.0.0.1:${port}` }))

  const { repos } = connectGithub({ apiUrl: 'https://github.invalid/api/v3', token: 'ghs_token' })
  await expect(repos.get({ owner: 'acme', repo: 'web' })).rejects.toThrow()
  expect(asked).toEqual(['github.invalid:443'])
})
