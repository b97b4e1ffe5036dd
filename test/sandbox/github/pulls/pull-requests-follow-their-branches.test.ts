import { expect, test } from 'vitest'
import { commit, git, pick, scene } from '../github-scene.ts'

const PULLS = '/repos/acme/widgets/pulls'

const opened = async () => {
  const on = await scene()
  const first = await commit(on.github, 'a.txt', 'one\n', 'topic')
  const { status, body } = await on.call('POST', PULLS, on.token, {
    title: 'One',
    head: 'topic',
    base: 'main',
    draft: true,
  })
  const url = `${PULLS}/${pick(body, 'number')}`
  const read = async () => (await on.call('GET', url, on.token)).body
  const actions = () =>
    on.github
      .deliveries()
      .filter((d) => d.event === 'pull_request')
      .map((d) => d.action)
  return { ...on, first, status, body, url, read, actions }
}

test('a pull request has the app as author, the requested draft flag and the head of its branch', async () => {
  const { status, body, first, app } = await opened()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    draft: true,
    state: 'open',
    mergeable: true,
    changed_files: 1,
    head: { ref: 'topic', sha: first },
    base: { ref: 'main' },
    user: { id: app.botId, login: 'prentice[bot]', type: 'Bot' },
  })
})

test('an invalid pull request is refused with the reason', async () => {
  const { github, call, token } = await opened()
  const base = 'main'
  const open = (body: object) => call('POST', PULLS, token, { title: 'x', head: 'topic', base, ...body })
  const error = (fields: object) => ({
    status: 422,
    body: { message: 'Validation Failed', errors: [fields] },
  })
  expect(await open({})).toMatchObject(error({ message: 'A pull request already exists for acme:topic.' }))
  expect(await open({ head: 'gone' })).toMatchObject(error({ field: 'head', code: 'invalid' }))
  expect(await open({ head: 'other:topic' })).toMatchObject(error({ field: 'head', code: 'invalid' }))
  expect(await open({ base: 'gone' })).toMatchObject(error({ field: 'base', code: 'invalid' }))
  expect(await open({ head: 'main' })).toMatchObject(error({ message: 'No commits between main and main' }))
  await commit(github, 'b.txt', 'two\n', 'second')
  expect(await open({ head: 'second', body: 'x'.repeat(65_537) })).toMatchObject(error({ field: 'body' }))
})

test('a push updates the head and sends a webhook', async () => {
  const { github, first, read, actions } = await opened()
  const second = await commit(github, 'a.txt', 'two\n', 'topic')
  expect(await read()).toMatchObject({ head: { sha: second }, commits: 2 })
  expect(actions()).toEqual(['opened', 'synchronize'])
  expect(github.deliveries().at(-1)?.payload).toMatchObject({ before: first, after: second })
})

test('a pull request closes when its branch is deleted', async () => {
  const { github, directory, token, read, actions } = await opened()
  await git(directory, token, 'clone', '--quiet', `${github.serverUrl}/acme/widgets.git`, 'work')
  expect(await git(`${directory}/work`, token, 'push', 'origin', ':topic')).toMatchObject({ ok: true })
  expect(await read()).toMatchObject({ state: 'closed', merged: false })
  expect(actions()).toEqual(['opened', 'closed'])
})

test('a merge merges the branch; a draft or a changed head is refused', async () => {
  const { github, call, token, url } = await opened()
  expect(await call('PUT', `${url}/merge`, token)).toMatchObject({ status: 405 })
  await commit(github, 'b.txt', 'two\n', 'ready')
  const { body } = await call('POST', PULLS, token, { title: 'Two', head: 'ready', base: 'main' })
  const ready = `${PULLS}/${pick(body, 'number')}`
  expect(await call('PUT', `${ready}/merge`, token, { sha: '0'.repeat(40) })).toMatchObject({ status: 409 })
  expect(await call('PUT', `${ready}/merge`, token)).toMatchObject({ status: 200, body: { merged: true } })
  expect(await call('GET', '/repos/acme/widgets/contents/b.txt', token)).toMatchObject({ status: 200 })
  expect((await call('GET', ready, token)).body).toMatchObject({ state: 'closed', merged: true })
  const compared = await call('GET', '/repos/acme/widgets/compare/main...ready', token)
  expect(compared.body).toMatchObject({ status: 'behind', ahead_by: 0, behind_by: 1 })
})

test('conflicting changes are not mergeable', async () => {
  const { github, call, token, url, read } = await opened()
  await commit(github, 'a.txt', 'other\n')
  expect(await read()).toMatchObject({ mergeable: false, mergeable_state: 'dirty' })
  expect(await call('PUT', `${url}/merge`, token)).toMatchObject({ status: 405 })
})

test('the list filters by head, state and base, newest first', async () => {
  const { github, call, token, url } = await opened()
  await commit(github, 'b.txt', 'two\n', 'second')
  await call('POST', PULLS, token, { title: 'Two', head: 'second', base: 'main' })
  await call('PATCH', url, token, { state: 'closed' })
  const titles = async (query: string) => {
    const { body } = await call('GET', `${PULLS}?${query}`, token)
    return Array.isArray(body) ? body.map((pull) => pick(pull, 'title')) : body
  }
  expect(await titles('state=all')).toEqual(['Two', 'One'])
  expect(await titles('')).toEqual(['Two'])
  expect(await titles('state=all&head=acme:topic')).toEqual(['One'])
  expect(await titles('state=all&head=other:topic')).toEqual([])
})

test('a pull request has a page with its changes', async () => {
  const { body } = await opened()
  const response = await fetch(String(pick(body, 'html_url')))
  expect(response.status).toBe(200)
  expect(await response.text()).toMatch(/One .*#1[\s\S]*Draft[\s\S]*\+one/)
})
