import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeTrustedCertificates } from '../../../../src/action/git/process/git-environment.ts'
import { givenRemote, prepared } from '../given-remote.ts'

test('a token is not sent to the target of a redirect', async () => {
  const { server, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const elsewhere = createServer((request, response) =>
    response.writeHead(301, { location: `${server.origin}${request.url}` }).end(),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void elsewhere.close())
  const { port } = elsewhere.address() as AddressInfo

  const answer = await prepare({ remote: `http://127.0.0.1:${port}/acme/shop.git` })

  expect(answer).toMatchObject({ ok: false, reason: { code: 'fetch-failed' } })
  expect(server.requests).toEqual([])
})

test('only fetch, push and ls-remote get a token', async () => {
  const { prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const { repository } = prepared(await prepare())
  await expect(repository.withToken('ghs_any')(['config', '--list'])).rejects.toThrow(
    'never gets a credential',
  )
  const { stdout } = await repository.git(['config', '--list'])
  expect(stdout).not.toContain('extraheader')
})

test("the operator's proxy is used, except for hosts in NO_PROXY", async () => {
  const { server, remote, prepare } = await givenRemote({ 'a.txt': 'a\n' })
  const { PATH } = process.env

  prepared(
    await prepare({
      remote: 'http://localhost:1/acme/shop.git',
      environment: { PATH, http_proxy: server.origin },
    }),
  )
  expect(server.requests[0]?.url).toMatch(/^http:\/\/localhost:1\/acme\/shop.git\/info\/refs/)

  prepared(
    await prepare({
      environment: { PATH, http_proxy: 'http://127.0.0.1:1', no_proxy: new URL(remote).hostname },
    }),
  )
})

test('an extra certificate is trusted beside the usual ones, not instead', async () => {
  const { folder } = await givenRemote({ 'a.txt': 'a\n' })
  const extra = join(folder, 'extra.pem')
  writeFileSync(extra, 'OUR OWN AUTHORITY\n')

  const { GIT_SSL_CAINFO = '' } = await writeTrustedCertificates(folder, { NODE_EXTRA_CA_CERTS: extra })

  const written = readFileSync(GIT_SSL_CAINFO, 'utf8')
  expect(written).toContain('OUR OWN AUTHORITY')
  expect(written.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(50)
  expect(await writeTrustedCertificates(folder, {})).toEqual({})
  await expect(writeTrustedCertificates(folder, { NODE_EXTRA_CA_CERTS: '/none.pem' })).rejects.toThrow(
    'names /none.pem',
  )
})
