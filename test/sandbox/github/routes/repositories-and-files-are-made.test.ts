import { expect, test } from 'vitest'
import { git, pick, scene } from '../github-scene.ts'

/** The scene with tokens of the administrator, and of people who may write and read. */
async function people() {
  const on = await scene()
  const { github } = on
  const tokenOf = (login: string) => github.createUserToken({ login, permission: 'role' })
  for (const login of ['ana', 'rob']) github.createAccount({ login, type: 'User' })
  github.changeRole({ owner: 'acme', name: 'widgets', login: 'ana', role: 'write' })
  github.changeRole({ owner: 'acme', name: 'widgets', login: 'rob', role: 'read' })
  return { ...on, admin: tokenOf('octo-admin'), ana: tokenOf('ana'), rob: tokenOf('rob') }
}

const encoded = (text: string) => Buffer.from(text).toString('base64')

test('an owner creates repositories, and a file in an empty one', async () => {
  const { call, admin, ana, token } = await people()
  const made = await call('POST', '/orgs/acme/repos', admin, { name: 'runner', private: true })
  expect([made.status, pick(made.body, 'private'), pick(made.body, 'full_name')]).toEqual([
    201,
    true,
    'acme/runner',
  ])
  const again = await call('POST', '/orgs/acme/repos', admin, { name: 'Runner' })
  expect([again.status, JSON.stringify(again.body)]).toEqual([422, expect.stringContaining('already exists')])
  expect((await call('POST', '/orgs/acme/repos', admin, {})).status).toBe(422)
  expect((await call('POST', '/orgs/acme/repos', ana, { name: 'x' })).status).toBe(403)
  expect((await call('POST', '/orgs/ana/repos', admin, { name: 'x' })).status).toBe(404)
  expect((await call('POST', '/orgs/acme/repos', token, { name: 'x' })).status).toBe(403)
  const own = await call('POST', '/user/repos', ana, { name: 'own', auto_init: true })
  expect([own.status, pick(own.body, 'private')]).toEqual([201, false])
  expect((await call('GET', '/repos/ana/own/contents/README.md', ana)).status).toBe(200)

  const bytes = Buffer.from([0, 255, 10, 13])
  const file = { message: 'Add', content: bytes.toString('base64') }
  expect((await call('PUT', '/repos/acme/runner/contents/a/b.bin', admin, file)).status).toBe(201)
  const read = await call('GET', '/repos/acme/runner/contents/a/b.bin', admin)
  expect(Buffer.from(String(pick(read.body, 'content')), 'base64')).toEqual(bytes)
})

test('a file is changed only by those who may, and who know what it was', async () => {
  const { call, ana, rob, token } = await people()
  const path = '/repos/acme/widgets/contents/README.md'
  const before = await call('GET', path, ana)
  const put = (by: string, more: object = {}, at = path) =>
    call('PUT', at, by, { message: 'Change', content: encoded('new\n'), ...more })
  const sha = pick(before.body, 'sha')
  expect((await put(rob, { sha })).status).toBe(403)
  expect((await put(ana)).status).toBe(422)
  expect((await put(ana, { sha: 'a'.repeat(40) })).status).toBe(409)
  expect((await put(ana, { sha, branch: 'none' })).status).toBe(404)
  expect((await put(ana, { sha })).status).toBe(200)
  const workflow = '/repos/acme/widgets/contents/.github/workflows/new.yml'
  expect((await put(token, {}, workflow)).status).toBe(403)
  expect((await put(ana, {}, workflow)).status).toBe(201)
})

const PROTECTED = {
  name: 'main',
  target: 'branch',
  enforcement: 'active',
  conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
  rules: [{ type: 'pull_request', parameters: { required_approving_review_count: 1 } }],
}

test('a ruleset lets a branch change by approved pull requests only', async () => {
  const { call, admin, ana, github, directory } = await people()
  const R = '/repos/acme/widgets'
  expect((await call('POST', `${R}/rulesets`, ana, PROTECTED)).status).toBe(404)
  const made = await call('POST', `${R}/rulesets`, admin, PROTECTED)
  expect(made.status).toBe(201)
  expect((await call('POST', `${R}/rulesets`, admin, PROTECTED)).status).toBe(422)
  const isProtected = async (branch: string) =>
    pick((await call('GET', `${R}/branches/${branch}`, ana)).body, 'protected')
  expect(await isProtected('main')).toBe(true)
  const rules = async (branch: string) => (await call('GET', `${R}/rules/branches/${branch}`, ana)).body
  expect(await rules('main')).toEqual([
    expect.objectContaining({
      type: 'pull_request',
      parameters: expect.objectContaining({ required_approving_review_count: 1 }),
      ruleset_id: pick(made.body, 'id'),
    }),
  ])
  expect(await rules('topic')).toEqual([])

  const file = { message: 'Add', content: encoded('x') }
  const direct = await call('PUT', `${R}/contents/x.txt`, admin, file)
  expect([direct.status, pick(direct.body, 'message')]).toEqual([
    409,
    expect.stringContaining('Changes must be made through a pull request.'),
  ])
  await git(directory, ana, 'clone', '--quiet', `${github.serverUrl}/acme/widgets.git`, 'work')
  const work = `${directory}/work`
  await git(work, null, 'commit', '--quiet', '--allow-empty', '-m', 'Change')
  const pushed = await git(work, ana, 'push', 'origin', 'HEAD:main', 'HEAD:topic')
  expect(pushed.output).toContain('error: GH013: Repository rule violations found for refs/heads/main.')
  expect(pushed.output).toContain('Changes must be made through a pull request.')
  expect(pushed.output).toContain('(push declined due to repository rule violations)')
  expect(pushed.output).toContain('HEAD -> topic')
  const head = await call('GET', `${R}/git/ref/heads/topic`, ana)
  const sha = pick(head.body, 'object', 'sha')
  expect((await call('PATCH', `${R}/git/refs/heads/main`, admin, { sha })).status).toBe(422)
  expect(await isProtected('topic')).toBe(false)

  const pull = await call('POST', `${R}/pulls`, ana, { title: 'One', head: 'topic', base: 'main' })
  const at = `${R}/pulls/${pick(pull.body, 'number')}`
  const approve = (by: string) => call('POST', `${at}/reviews`, by, { event: 'APPROVE', body: '' })
  const refused = await call('PUT', `${at}/merge`, admin)
  expect([refused.status, pick(refused.body, 'message')]).toEqual([
    405,
    expect.stringContaining('At least 1 approving review is required'),
  ])
  await approve(admin)
  expect((await call('PUT', `${at}/merge`, admin)).status).toBe(200)
  const ruleset = Number(pick(made.body, 'id'))
  expect((await call('DELETE', `${R}/rulesets/${ruleset}`, admin)).status).toBe(204)
  expect(await isProtected('main')).toBe(false)
})

test.each([
  ['refs/heads/release/*', 'release/1', true],
  ['refs/heads/release/*', 'release/1/a', false],
  ['refs/heads/**', 'release/1/a', true],
  ['~ALL', 'release/1', true],
  ['~DEFAULT_BRANCH', 'release/1', false],
])('the pattern %s holds for the branch %s: %s', async (pattern, branch, expected) => {
  const { call, admin, github } = await people()
  const file = { owner: 'acme', name: 'widgets', path: 'x', text: 'x', message: 'x', branch }
  await github.commitFile(file)
  const conditions = { ref_name: { include: [pattern], exclude: ['refs/heads/prentice/**'] } }
  await call('POST', '/repos/acme/widgets/rulesets', admin, { ...PROTECTED, conditions })
  const found = await call('GET', `/repos/acme/widgets/branches/${branch}`, admin)
  expect(pick(found.body, 'protected')).toBe(expected)
})
