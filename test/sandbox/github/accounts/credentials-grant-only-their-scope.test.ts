import { expect, test } from 'vitest'
import { appJwt, pick, scene } from '../github-scene.ts'

test.each([
  ['no credential', undefined, 'Requires authentication'],
  ['an unknown token', 'ghs_unknown', 'Bad credentials'],
] as const)('%s is a 401', async (_, token, message) => {
  const { call } = await scene()
  expect(await call('GET', '/repos/acme/widgets/pulls', token)).toMatchObject({
    status: 401,
    body: { message, status: '401' },
  })
})

test('without a token, anyone reads the files of a public repository, and no private one is seen', async () => {
  const { call, github } = await scene()
  await github.createRepository({ owner: 'acme', name: 'open', private: false })
  const place = { owner: 'acme', name: 'open', branch: 'main' }
  await github.commitFile({ ...place, path: 'a.txt', text: 'a\n', message: 'Write' })
  for (const path of ['', '/contents/a.txt', '/commits/main'])
    expect((await call('GET', `/repos/acme/open${path}`, undefined)).status).toBe(200)
  for (const path of ['widgets', 'missing'])
    expect((await call('GET', `/repos/acme/${path}`, undefined)).status).toBe(404)
  expect((await call('PUT', '/repos/acme/open/contents/b.txt', undefined, {})).status).toBe(401)
})

test("the app's JWT opens /app, by app id or client id, and nothing else", async () => {
  const { call, app, jwt } = await scene()
  const byId = await appJwt(String(app.appId), app.privateKeyPem)
  for (const token of [jwt, byId])
    expect((await call('GET', '/app', token)).body).toMatchObject({ slug: 'prentice' })
  expect((await call('GET', '/repos/acme/widgets', jwt)).status).toBe(401)
})

test('a JWT signed by another key is a 401', async () => {
  const { github, call, app } = await scene()
  const other = github.registerApp({
    slug: 'other',
    webhookUrl: '',
    webhookSecret: 's',
    permissions: {},
    events: [],
  })
  expect((await call('GET', '/app', await appJwt(app.clientId, other.privateKeyPem))).status).toBe(401)
})

test('a token never exceeds its installation', async () => {
  const { github, call, jwt, installationId, repository } = await scene()
  const other = await github.createRepository({ owner: 'acme', name: 'other' })
  const mint = (body: object) => call('POST', `/app/installations/${installationId}/access_tokens`, jwt, body)
  expect((await mint({ permissions: { administration: 'write' } })).status).toBe(422)
  expect((await mint({ repository_ids: [other.id] })).status).toBe(422)
  const { body } = await mint({ repository_ids: [repository.id], permissions: { contents: 'read' } })
  expect(body).toMatchObject({
    permissions: { contents: 'read', metadata: 'read' },
    repository_selection: 'selected',
  })
  const token = String(pick(body, 'token'))
  expect((await call('GET', '/repos/acme/widgets/pulls', token)).status).toBe(403)
  expect((await call('GET', '/repos/acme/other', token)).status).toBe(404)
})

test('token formats are those of the dialect', async () => {
  expect((await scene('github')).token).toMatch(/^ghs_\d+_[\w-]+\.[\w-]+\.[\w-]{200,}$/)
  expect((await scene('enterprise')).token).toMatch(/^ghs_[A-Za-z0-9]{36}$/)
})

test('suspension, removal of a repository and deletion affect existing tokens', async () => {
  const { github, call, token, jwt, installationId } = await scene()
  const status = async () => (await call('GET', '/repos/acme/widgets', token)).status
  github.changeInstallation(installationId, { kind: 'suspend' })
  expect(await status()).toBe(403)
  expect((await call('POST', `/app/installations/${installationId}/access_tokens`, jwt)).status).toBe(403)
  github.changeInstallation(installationId, { kind: 'unsuspend' })
  expect(await status()).toBe(200)
  github.changeInstallation(installationId, { kind: 'remove', repositories: ['widgets'] })
  expect(await status()).toBe(404)
  github.changeInstallation(installationId, { kind: 'delete' })
  expect(await status()).toBe(401)
  expect((await call('GET', `/app/installations/${installationId}`, jwt)).status).toBe(404)
})

test('lists have pages, linked by the Link header', async () => {
  const { github, call, jwt, app } = await scene()
  for (const login of ['b', 'c']) {
    github.createAccount({ login, type: 'User' })
    github.installApp({ appId: app.appId, account: login, repositories: 'all' })
  }
  const logins: unknown[] = []
  let path: string | undefined = '/app/installations?per_page=2'
  while (path) {
    const { body, headers } = await call('GET', path, jwt)
    for (const installation of Array.isArray(body) ? body : [])
      logins.push(pick(installation, 'account', 'login'))
    path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.slice(github.apiUrl.length)
  }
  expect(logins).toEqual(['acme', 'b', 'c'])
})

test('a former name redirects to the URL with the id', async () => {
  const { github, call, token, repository } = await scene()
  github.renameRepository({ owner: 'acme', name: 'widgets', to: 'gadgets' })
  const moved = await call('GET', '/repos/acme/widgets/branches/main', token)
  const location = `${github.apiUrl}/repositories/${repository.id}/branches/main`
  expect([moved.status, moved.headers.get('location')]).toEqual([301, location])
  expect((await call('GET', location.slice(github.apiUrl.length), token)).body).toMatchObject({
    name: 'main',
  })
})

test('an unsupported route is a 501', async () => {
  const { call, token, github } = await scene()
  expect(await call('GET', '/repos/acme/widgets/labels', token)).toMatchObject({
    status: 501,
    body: { message: 'the sandbox GitHub does not support GET /repos/acme/widgets/labels' },
  })
  expect(github.requests().at(-1)).toMatchObject({ surface: 'rest', status: 501, credential: 'installation' })
})

test('a query that a route does not read is a 501, not an answer to another question', async () => {
  const { call, token } = await scene()
  const asked = async (path: string) => (await call('GET', `/repos/acme/widgets${path}`, token)).status
  expect(await asked('/branches?per_page=5&page=1')).toBe(200)
  expect(await call('GET', '/repos/acme/widgets/branches?protected=true', token)).toMatchObject({
    status: 501,
    body: { message: 'the sandbox GitHub does not support ?protected of GET /repos/acme/widgets/branches' },
  })
  expect(await asked('/commits/main/check-runs?status=completed')).toBe(501)
  expect(await asked('/pulls?labels=docs')).toBe(501)
  expect(await asked('/actions/runs?event=push&head_sha=a&branch=b&actor=c&status=success')).toBe(200)
  expect(await asked('/actions/runs?check_suite_id=1')).toBe(501)
})
