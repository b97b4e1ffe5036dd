import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'
import { responseViolations } from '../openapi/openapi-slice.ts'

test('an attachment of a private repository is read at the address that GitHub signs in the rendered text', async () => {
  const { github, call, token } = await scene()
  const bytes = new Uint8Array([1, 2, 3])
  const at = { owner: 'acme', name: 'widgets', login: 'octo-admin' }
  const url = github.attach({ ...at, bytes, type: 'image/png' })
  const admin = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  const issue = { title: 'Broken', body: `![shot](${url})` }
  await call('POST', '/repos/acme/widgets/issues', admin, issue)

  expect((await fetch(url, { headers: { authorization: `Bearer ${token}` } })).status).toBe(404)
  const accept = { accept: 'application/vnd.github.full+json' }
  const path = '/repos/acme/widgets/issues/1'
  const rendered = await call('GET', path, token, undefined, accept)
  expect(responseViolations('GET /repos/{owner}/{repo}/issues/{issue_number}', 200, rendered.body)).toEqual(
    [],
  )
  const [, signed = ''] = /src="([^"]+)"/.exec(String(pick(rendered.body, 'body_html'))) ?? []
  const read = await fetch(signed)
  expect([read.status, read.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(bytes)
  expect((await fetch(signed.replace(/jwt=.*/, 'jwt=x'))).status).toBe(403)
  expect(pick((await call('GET', path, token)).body, 'body_html')).toBeUndefined()
})

test('an attachment of a public repository redirects to such an address', async () => {
  const { github } = await scene()
  await github.createRepository({ owner: 'acme', name: 'open', private: false })
  const at = { owner: 'acme', name: 'open', login: 'octo-admin' }
  const url = github.attach({ ...at, bytes: new Uint8Array([1]), type: 'image/png' })
  const redirect = await fetch(url, { redirect: 'manual' })
  expect(redirect.status).toBe(302)
  expect((await fetch(url)).status).toBe(200)
})
