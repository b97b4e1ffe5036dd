import { expect, test } from 'vitest'
import { commit, pick, scene } from '../github-scene.ts'

/** The scene with a token for each role. */
async function sceneWithPeople() {
  const on = await scene()
  const token = (login: string, role: 'write' | 'triage' | 'read' | null) => {
    on.github.createAccount({ login, type: 'User' })
    on.github.changeRole({ owner: 'acme', name: 'widgets', login, role })
    return on.github.createUserToken({ login, permission: 'role' })
  }
  const tokens = {
    admin: on.github.createUserToken({ login: 'octo-admin', permission: 'role' }),
    writer: token('wanda', 'write'),
    triager: token('tom', 'triage'),
    reader: token('rob', 'read'),
    stranger: token('mallory', null),
  }
  const send = async (as: keyof typeof tokens, method: string, path: string, body?: object) => {
    const answer = await on.call(method, `/repos/acme/widgets${path}`, tokens[as], body)
    return { ...answer, message: pick(answer.body, 'message') }
  }
  const issue = Number(pick((await send('reader', 'POST', '/issues', { title: 'Typo' })).body, 'number'))
  return { ...on, send, issue }
}

test('issues and pull requests share one sequence of numbers', async () => {
  const { github, call, token, issue, send } = await sceneWithPeople()
  await commit(github, 'a.txt', 'one\n', 'topic')
  const pull = await call('POST', '/repos/acme/widgets/pulls', token, {
    title: 'A',
    head: 'topic',
    base: 'main',
  })
  const next = await send('writer', 'POST', '/issues', { title: 'Another' })
  expect([issue, pick(pull.body, 'number'), pick(next.body, 'number')]).toEqual([1, 2, 3])
})

test('a private repository does not exist for a stranger', async () => {
  const { send, issue } = await sceneWithPeople()
  for (const [method, path] of [
    ['GET', `/issues/${issue}`],
    ['POST', `/issues/${issue}/comments`],
    ['POST', '/issues'],
    ['GET', '/collaborators/rob/permission'],
  ] as const)
    expect(
      await send('stranger', method, path, method === 'POST' ? { body: 'x', title: 'x' } : undefined),
    ).toMatchObject({
      status: 404,
      message: 'Not Found',
    })
})

test('a label takes triage, the comment of somebody else write access', async () => {
  const { send, issue } = await sceneWithPeople()
  const label = (as: 'reader' | 'triager') =>
    send(as, 'POST', `/issues/${issue}/labels`, { labels: ['prentice'] })
  expect(await label('reader')).toMatchObject({
    status: 403,
    message: 'Must have admin rights to Repository.',
  })
  expect(await label('triager')).toMatchObject({ status: 200, body: [{ name: 'prentice' }] })
  const { body } = await send('reader', 'POST', `/issues/${issue}/comments`, { body: 'mine' })
  const comment = `/issues/comments/${pick(body, 'id')}`
  expect((await send('triager', 'PATCH', comment, { body: 'not mine' })).status).toBe(403)
  expect((await send('reader', 'PATCH', comment, { body: 'still mine' })).status).toBe(200)
  expect((await send('writer', 'DELETE', comment)).status).toBe(204)
  expect((await send('writer', 'DELETE', comment)).status).toBe(404)
})

test('a reader neither pushes nor merges', async () => {
  const { github, send } = await sceneWithPeople()
  await commit(github, 'a.txt', 'one\n', 'topic')
  const pull = { title: 'A', head: 'topic', base: 'main' }
  expect((await send('reader', 'POST', '/pulls', pull)).status).toBe(403)
  const { body } = await send('writer', 'POST', '/pulls', pull)
  expect((await send('reader', 'PUT', `/pulls/${pick(body, 'number')}/merge`)).status).toBe(403)
  expect((await send('writer', 'PUT', `/pulls/${pick(body, 'number')}/merge`)).status).toBe(200)
})

test('a merged pull request closes the issues that it names', async () => {
  const { github, send, issue } = await sceneWithPeople()
  await commit(github, 'a.txt', 'one\n', 'topic')
  const sent = { title: 'A', head: 'topic', base: 'main', body: `Closes #${issue}` }
  const { body } = await send('writer', 'POST', '/pulls', sent)
  await send('writer', 'PUT', `/pulls/${pick(body, 'number')}/merge`)
  expect((await send('reader', 'GET', `/issues/${issue}`)).body).toMatchObject({ state: 'closed' })
})

test.each([
  ['octo-admin', 'admin', 'admin'],
  ['wanda', 'write', 'write'],
  ['tom', 'read', 'triage'],
  ['ROB', 'read', 'read'],
  ['mallory', 'none', ''],
])('the permission of %s is %s', async (login, permission, role) => {
  const { call, token } = await sceneWithPeople()
  const { body } = await call('GET', `/repos/acme/widgets/collaborators/${login}/permission`, token)
  expect(body).toMatchObject({ permission, role_name: role, user: { login: expect.any(String) } })
})

test('an app needs its permission, and what it writes names it', async () => {
  const { call, jwt, installationId, issue, token, github, app } = await sceneWithPeople()
  const asked = { permissions: { pull_requests: 'read' } }
  const minted = await call('POST', `/app/installations/${installationId}/access_tokens`, jwt, asked)
  const comments = `/repos/acme/widgets/issues/${issue}/comments`
  expect(await call('POST', comments, String(pick(minted.body, 'token')), { body: 'x' })).toMatchObject({
    status: 403,
    body: { message: 'Resource not accessible by integration' },
  })
  expect(await call('POST', comments, token, { body: 'x' })).toMatchObject({
    status: 201,
    body: { user: { type: 'Bot' }, performed_via_github_app: { slug: 'prentice' } },
  })
  const viaApp = github.createUserToken({ login: 'wanda', permission: 'role', viaApp: app.appId })
  expect((await call('POST', comments, viaApp, { body: 'x' })).body).toMatchObject({
    user: { login: 'wanda', type: 'User' },
    performed_via_github_app: { slug: 'prentice' },
  })
})

test('an installation without a permission gets no event about it', async () => {
  const { github, app, send, issue } = await sceneWithPeople()
  github.changePermissions(app.appId, { pull_requests: 'write' })
  await send('reader', 'POST', `/issues/${issue}/comments`, { body: 'unheard' })
  await github.settled()
  expect(github.deliveries().filter(({ event }) => event === 'issue_comment')).toEqual([])
})

test.each([
  ['POST', '/issues', {}, 'title'],
  ['POST', '/issues/1/comments', { body: ' ' }, 'body'],
  ['POST', '/issues/1/comments', { body: 'x'.repeat(65_537) }, 'data'],
  ['POST', '/issues/1/reactions', { content: 'shrug' }, 'content'],
])('%s %s is a 422 for a wrong %s', async (method, path, body, field) => {
  const { send } = await sceneWithPeople()
  expect(await send('writer', method, path, body)).toMatchObject({
    status: 422,
    body: { message: 'Validation Failed', errors: [{ field }] },
  })
})
