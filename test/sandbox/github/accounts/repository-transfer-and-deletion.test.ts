import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

async function withUmbrella() {
  const given = await scene()
  const { github, app } = given
  github.createAccount({ login: 'umbrella', type: 'Organization' })
  const other = github.installApp({ appId: app.appId, account: 'umbrella', repositories: 'all' })
  return { ...given, other }
}

const eventsOf = ({ github }: { github: Awaited<ReturnType<typeof scene>>['github'] }, since: number) =>
  github
    .deliveries()
    .slice(since)
    .map(({ event, action, payload }) => `${event} ${action} ${pick(payload, 'installation', 'id')}`)

test("after a transfer the old name redirects, and only the new owner's installation sees the repository", async () => {
  const world = await withUmbrella()
  const { github, call, token, jwt, other, installationId, repository } = world
  const before = github.deliveries().length
  github.transferRepository({ owner: 'acme', name: 'widgets', to: 'umbrella', newName: 'gadgets' })
  expect(eventsOf(world, before)).toEqual([
    `installation_repositories removed ${installationId}`,
    `repository transferred ${other}`,
  ])
  const moved = await call('GET', '/repos/acme/widgets', token)
  expect([moved.status, moved.headers.get('location')]).toEqual([
    301,
    `${github.apiUrl}/repositories/${repository.id}`,
  ])
  expect((await call('GET', `/repositories/${repository.id}`, token)).status).toBe(404)
  const at = await call('GET', `/repositories/${repository.id}/installation`, jwt)
  expect([at.status, pick(at.body, 'id')]).toEqual([200, other])
  const minted = await call('POST', `/app/installations/${other}/access_tokens`, jwt)
  const seen = await call('GET', `/repositories/${repository.id}`, String(pick(minted.body, 'token')))
  expect(pick(seen.body, 'full_name')).toBe('umbrella/gadgets')
  await github.settled()
})

test('after a deletion the App gets two webhooks and finds nothing', async () => {
  const world = await withUmbrella()
  const { github, call, token, jwt, installationId } = world
  const before = github.deliveries().length
  github.deleteRepository({ owner: 'acme', name: 'widgets' })
  expect(eventsOf(world, before)).toEqual([
    `repository deleted ${installationId}`,
    `installation_repositories removed ${installationId}`,
  ])
  expect((await call('GET', '/repos/acme/widgets', token)).status).toBe(404)
  expect((await call('GET', '/repos/acme/widgets/installation', jwt)).status).toBe(404)
  await github.settled()
})

test('the App of another account can read a public repository, but not write to it', async () => {
  const { github, call, jwt, other } = await withUmbrella()
  await github.createRepository({ owner: 'acme', name: 'open', private: false })
  const minted = await call('POST', `/app/installations/${other}/access_tokens`, jwt)
  const token = String(pick(minted.body, 'token'))
  expect((await call('GET', '/repos/acme/open', token)).status).toBe(200)
  const pull = { title: 'x', head: 'main', base: 'main' }
  expect((await call('POST', '/repos/acme/open/pulls', token, pull)).status).toBe(403)
  expect((await call('GET', '/repos/acme/widgets', token)).status).toBe(404)
})
