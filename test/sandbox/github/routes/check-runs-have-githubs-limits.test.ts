import { expect, test } from 'vitest'
import { commit, pick, scene } from '../github-scene.ts'

const CHECK_RUNS = '/repos/acme/widgets/check-runs'

async function checkScene() {
  const world = await scene()
  const sha = await commit(world.github, 'a.txt', 'one\n', 'topic')
  const send = (body: object, token = world.token) =>
    world.call('POST', CHECK_RUNS, token, { name: 'Prentice', head_sha: sha, ...body })
  return { ...world, sha, send }
}

const action = { label: 'Stop', description: 'Stop the run', identifier: 'stop' }
const output = { title: 'Title', summary: 'Summary' }
const annotation = {
  path: 'a.txt',
  start_line: 1,
  end_line: 1,
  annotation_level: 'failure',
  message: 'broken',
}

const cases: readonly [string, object, number][] = [
  ['a label of 20 characters', { actions: [{ ...action, label: 'x'.repeat(20) }] }, 201],
  ['a longer label', { actions: [{ ...action, label: 'x'.repeat(21) }] }, 422],
  ['a longer identifier', { actions: [{ ...action, identifier: 'x'.repeat(21) }] }, 422],
  ['a description of 40 characters', { actions: [{ ...action, description: 'x'.repeat(40) }] }, 201],
  ['a longer description', { actions: [{ ...action, description: 'x'.repeat(41) }] }, 422],
  ['four buttons', { actions: [action, action, action, action] }, 422],
  ['a summary of 65,535 characters', { output: { ...output, summary: 'x'.repeat(65_535) } }, 201],
  ['a longer summary', { output: { ...output, summary: 'x'.repeat(65_536) } }, 422],
  ['an output without a summary', { output: { title: 'Title' } }, 422],
  ['50 annotations', { output: { ...output, annotations: Array(50).fill(annotation) } }, 201],
  ['51 annotations', { output: { ...output, annotations: Array(51).fill(annotation) } }, 422],
  ['an annotation without a line', { output: { ...output, annotations: [{ path: 'a.txt' }] } }, 422],
  ['completed without a conclusion', { status: 'completed' }, 422],
  ['an unknown conclusion', { conclusion: 'great' }, 422],
  ['a commit that does not exist', { head_sha: 'f'.repeat(40) }, 422],
  ['no name', { name: undefined }, 422],
]

test('each limit is that of GitHub', async () => {
  const { send } = await checkScene()
  const statuses: (string | number)[][] = []
  for (const [what, body] of cases) statuses.push([what, (await send(body)).status])
  expect(statuses).toEqual(cases.map(([what, , status]) => [what, status]))
})

test('without checks: write, a check run can be read and not created', async () => {
  const { github, app, call, jwt, installationId, send, sha } = await checkScene()
  github.changePermissions(app.appId, { contents: 'write', checks: 'read' })
  const minted = await call('POST', `/app/installations/${installationId}/access_tokens`, jwt)
  const token = String(pick(minted.body, 'token'))
  const refused = await send({}, token)
  expect([refused.status, pick(refused.body, 'message')]).toEqual([
    403,
    'Resource not accessible by integration',
  ])
  expect((await call('GET', `/repos/acme/widgets/commits/${sha}/check-runs`, token)).status).toBe(200)
})

test('a person cannot create one', async () => {
  const { github, send } = await checkScene()
  const token = github.createUserToken({ login: 'octo-admin', permission: 'write' })
  expect((await send({}, token)).status).toBe(403)
})

test('a completed check run is not opened again, and a new one of its name is the latest', async () => {
  const { call, token, send, sha } = await checkScene()
  const id = pick((await send({ conclusion: 'failure', external_id: 'run_1' })).body, 'id')
  expect((await call('PATCH', `${CHECK_RUNS}/${id}`, token, { status: 'in_progress' })).status).toBe(422)
  const next = pick((await send({ status: 'in_progress', external_id: 'run_2' })).body, 'id')
  const list = async (query = '') =>
    pick(
      (await call('GET', `/repos/acme/widgets/commits/${sha}/check-runs${query}`, token)).body,
      'check_runs',
    )
  expect(await list()).toMatchObject([{ id: next, status: 'in_progress', external_id: 'run_2' }])
  expect(await list('?filter=all&check_name=Prentice')).toMatchObject([{ id: next }, { id }])
})

test('a button on the page tells the app who clicked', async () => {
  const { github, send } = await checkScene()
  const id = pick((await send({ actions: [action] })).body, 'id')
  const page = `${github.serverUrl}/acme/widgets/runs/${id}`
  expect(await (await fetch(page)).text()).toContain('value="stop"')
  const click = (identifier: string) =>
    fetch(page, { method: 'POST', body: new URLSearchParams({ identifier }) })
  expect((await click('stop')).status).toBe(200)
  expect((await click('other')).status).toBe(404)
  await github.settled()
  const clicks = github.deliveries().filter((delivery) => delivery.action === 'requested_action')
  expect(
    clicks.map(({ payload }) => [pick(payload, 'sender', 'login'), pick(payload, 'requested_action')]),
  ).toEqual([['octo-admin', { identifier: 'stop' }]])
})
