import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { startBreakableServer } from '../../../support/app/breakable-server.ts'
import { mcpClient } from '../../../support/app/mcp-client.ts'

test('a call that is refused names the argument or the next step, with the status of the interface', async () => {
  const app = await startAppServer()
  const { refusal, call } = await mcpClient(app)
  const projectId = app.project
  const { id } = await call('create_job', { projectId, prompt: 'x' })
  await app.call('POST', `/v2/agent/${projectId}/job/${id}/archive`)
  const unknown = `job_${'0'.repeat(26)}`
  const cases: [string, object, number, RegExp][] = [
    ['create_job', { prompt: 'x' }, 400, /`projectId` is missing; `list_projects`/],
    ['create_job', { projectId }, 400, /`prompt` is missing/],
    ['create_job', { projectId, task: 'x' }, 400, /`prompt` is missing; the field `task` is ignored/],
    ['create_job', { projectId, prompt: ' ' }, 400, /`prompt` must not be empty/],
    ['create_job', { projectId, prompt: 'x', model: 'gpt' }, 400, /`model` "gpt" is not one/],
    ['create_job', { projectId, prompt: 'x', ref: 'a..b' }, 400, /`ref`/],
    ['create_job', { projectId, prompt: 'x', mode: 'edit' }, 400, /`mode` must be/],
    ['create_job', { projectId: 'prj_zzz', prompt: 'x' }, 404, /no project "prj_zzz".*`list_projects` lists/],
    ['create_job', { projectId: '../x', prompt: 'x' }, 404, /no project/],
    ['get_job', { projectId, id: unknown }, 404, /no job .*`list_jobs` lists/],
    ['wait_for_job', { projectId, id: 'x' }, 404, /no job "x"/],
    [
      'wait_for_job',
      { projectId, id, timeoutSeconds: 60 },
      400,
      /`timeoutSeconds` must be a number from 1 to 45/,
    ],
    ['cancel_job', { projectId, id: unknown }, 404, /no job/],
    ['send_message', { projectId, id, prompt: 'x' }, 409, /archived/],
    ['list_jobs', { cursor: 'x' }, 400, /`cursor` was not returned/],
    ['list_jobs', { limit: 1000 }, 400, /`limit` must be a number from 1 to 100/],
    ['list_projects', { repository: 'docs' }, 400, /write it as owner\/name/],
  ]
  for (const [name, given, status, error] of cases)
    expect([name, given, await refusal(name, { ...given })]).toEqual([
      name,
      given,
      { status, error: expect.stringMatching(error) },
    ])
})

test('calls of tools and requests of the interface share the limit of a project', async () => {
  const app = await startAppServer({ rateLimit: 3 })
  const { call, refusal } = await mcpClient(app)
  const given = { projectId: app.project, prompt: 'x' }
  const { id } = await call('create_job', given)
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  await call('send_message', { ...given, id })
  expect(await refusal('create_job', given)).toEqual({
    status: 429,
    error: expect.stringContaining('3 jobs and messages of this hour'),
    retryAfterSeconds: expect.any(Number),
  })
})

test('the same call with the same idempotency key is done once, another one is refused', async () => {
  const app = await startAppServer()
  const { call, refusal } = await mcpClient(app)
  const first = { projectId: app.project, prompt: 'x', mode: 'ask', idempotencyKey: 'k' }
  const created = await call('create_job', first)
  // Models write the arguments in any order.
  expect(
    await call('create_job', { mode: 'ask', idempotencyKey: 'k', prompt: 'x', projectId: app.project }),
  ).toEqual(created)
  expect(await refusal('create_job', { ...first, prompt: 'y' })).toEqual({
    status: 409,
    error: expect.stringContaining('this `idempotencyKey` was used'),
  })
  const message = { projectId: app.project, id: created.id, prompt: 'more', idempotencyKey: 'k' }
  await call('send_message', message)
  await call('send_message', message)
  const { json } = await app.call('GET', `/v2/agent/${app.project}/job/${created.id}/messages`)
  expect(json.messages).toHaveLength(2)
})

test('a key that a model puts into an argument is not repeated', async () => {
  const app = await startAppServer()
  const { refusal, client } = await mcpClient(app)
  const results = [
    await refusal('get_job', { projectId: app.key, id: 'x' }),
    await refusal('get_job', { projectId: app.project, id: app.key }),
    await refusal('list_projects', { repository: app.key }),
    await refusal('create_job', { projectId: app.project, prompt: 'x', model: app.key }),
    await client.callTool({ name: 'list_projects', arguments: { [app.key]: 'x' } }),
  ]
  expect(JSON.stringify(results)).not.toContain(app.key.slice(4, 20))
})

test('an error of the server is logged, and its result has the id of the request', async () => {
  const { app, fail } = await startBreakableServer()
  const { refusal } = await mcpClient(app)
  fail(true)
  const refused = await refusal('create_job', { projectId: app.project, prompt: 'x' })
  expect(refused).toEqual({
    status: 500,
    error: expect.stringContaining('request id'),
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(app.logged.join('')).toContain(`"requestId":"${refused.requestId}"`)
})

test('the log of a request names its job', async () => {
  const app = await startAppServer()
  const { call } = await mcpClient(app)
  const { id } = await call('create_job', { projectId: app.project, prompt: 'x' })
  await call('get_job', { projectId: app.project, id })
  const lines = app.logged.filter((line) => line.includes('"path":"/mcp"') && line.includes(String(id)))
  expect(lines).toHaveLength(2)
})
