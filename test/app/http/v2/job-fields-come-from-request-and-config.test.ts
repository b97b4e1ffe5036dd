import { expect, test } from 'vitest'
import { loadJob } from '../../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../../src/app/job-store/messages.ts'
import { parseProjectConfig } from '../../../../src/app/projects/parse-project-config.ts'
import { loadProject, projectKeys } from '../../../../src/app/projects/project.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { settingsFile } from '../../../support/settings-file.ts'

async function created(app: AppServer, more: object = {}) {
  const { json, status } = await app.call('POST', `/v2/agent/${app.project}/job`, {
    body: { prompt: 'x', ...more },
  })
  expect(status).toBe(201)
  const found = await loadJob(app.store, { project: app.project, job: String(json.id) })
  if (found === null) throw new Error('the job was not stored')
  return found.job
}

async function configure(app: AppServer, text: string): Promise<void> {
  const project = await loadProject(app.store, app.project)
  const parsed = parseProjectConfig(settingsFile(text))
  if (project === null || parsed.kind === 'invalid') throw new Error('the settings are not valid')
  const value = JSON.stringify({ ...project, config: parsed.config })
  await app.store.commit({ set: [{ key: projectKeys.record(app.project), value }] })
}

test('the model comes from the request, or the settings of the project, or the server', async () => {
  const app = await startAppServer()
  expect((await created(app)).model).toBe('anthropic/default')
  await configure(app, 'model: anthropic/of-the-project')
  const job = await created(app)
  expect(job.model).toBe('anthropic/of-the-project')
  expect((await created(app, { model: 'anthropic/of-the-request' })).model).toBe('anthropic/of-the-request')
  // Pinned: what the project says later is for later jobs.
  await configure(app, 'model: anthropic/another')
  const got = await app.call('GET', `/v2/agent/${app.project}/job/${job.id}`)
  expect(got.json.model).toBe('anthropic/of-the-project')
})

test('ref and draft come from the request; asDraft is an alias of draft, which takes precedence', async () => {
  const app = await startAppServer()
  expect(await created(app)).toMatchObject({ base: null, draft: null })
  expect(await created(app, { ref: 'release/1', draft: true })).toMatchObject({
    base: 'release/1',
    draft: true,
  })
  expect((await created(app, { asDraft: true })).draft).toBe(true)
  expect((await created(app, { asDraft: true, draft: false })).draft).toBe(false)
})

test('the working directory comes from the request, and must be the path of a folder', async () => {
  const app = await startAppServer()
  expect((await created(app)).workingDirectory).toBeUndefined()
  expect((await created(app, { workingDirectory: 'packages/web' })).workingDirectory).toBe('packages/web')
  const refused = await app.call('POST', `/v2/agent/${app.project}/job`, {
    body: { prompt: 'x', workingDirectory: '../x' },
  })
  expect([refused.status, refused.json.error]).toEqual([
    400,
    expect.stringContaining('`workingDirectory` must be the path of a folder: it contains `.` or `..`'),
  ])
  const parsed = parseProjectConfig(settingsFile('working-directory: packages/web'))
  expect(parsed).toMatchObject({ kind: 'valid', config: { workingDirectory: 'packages/web' } })
  expect(parseProjectConfig(settingsFile('working-directory: /packages'))).toMatchObject({
    kind: 'invalid',
    detail: expect.stringContaining('working-directory must be the path of a folder'),
  })
})

test('a prompt may have 500,000 characters in any encoding', async () => {
  const app = await startAppServer()
  for (const character of ['x', 'é', '漢', '\u0001']) {
    // A control character is escaped in JSON, and asks for nothing alone.
    const prompt = `${character.repeat(499_999)}.`
    const { id } = await created(app, { prompt })
    const kept = await app.store.get(messageKeys.record(id, 1))
    expect(JSON.parse(kept ?? '').text).toBe(prompt)
  }
})

test('a body that is compressed or not UTF-8 is refused', async () => {
  const app = await startAppServer()
  const send = (body: Uint8Array<ArrayBuffer>, headers = {}) =>
    fetch(`${app.url}/v2/agent/${app.project}/job`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.key}`, 'content-type': 'application/json', ...headers },
      body,
    })
  const text = new TextEncoder().encode('{"prompt":"caf\u00e9"}')
  const latin1 = new Uint8Array([...'{"prompt":"caf\u00e9"}'].map((character) => character.charCodeAt(0)))
  expect((await send(text)).status).toBe(201)
  expect((await send(latin1)).status).toBe(400)
  expect((await send(text, { 'content-encoding': 'gzip' })).status).toBe(415)
})

test('fallback models are part of the job and of its idempotency, and are no ignored field', async () => {
  const app = await startAppServer()
  const fallbackModels = ['anthropic/b', 'anthropic/c']
  expect((await created(app, { fallbackModels })).fallbackModels).toEqual(fallbackModels)
  expect((await created(app)).fallbackModels).toBeUndefined()
  const send = (names: readonly string[]) =>
    app.call('POST', `/v2/agent/${app.project}/job`, {
      body: { prompt: 'x', fallbackModels: names },
      headers: { 'idempotency-key': 'once' },
    })
  const answers = [await send(fallbackModels), await send(fallbackModels), await send(['anthropic/b'])]
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 409])
  expect(answers[0]?.headers.get('prentice-ignored-fields')).toBeNull()
})

test.each([
  [
    ['anthropic/a', 'anthropic/b', 'anthropic/c', 'anthropic/d'],
    '`fallbackModels` must name at most 3 models',
  ],
  [['anthropic/a', 'anthropic/a'], '`fallbackModels` names a model twice'],
  ['anthropic/a', '`fallbackModels` must be a list of models'],
  [['anthropic/a', 7], '`fallbackModels.1` must be a string'],
  [['anthropic/a', 'gpt'], '`fallbackModels.1` "gpt" is not one the action can call'],
  [['anthropic/a', 'anthropic/m'], '`fallbackModels.1` is the `model` itself'],
])('the fallback models %j are refused', async (fallbackModels, error) => {
  const app = await startAppServer()
  const { status, json } = await app.call('POST', `/v2/agent/${app.project}/job`, {
    body: { prompt: 'x', model: 'anthropic/m', fallbackModels },
  })
  expect([status, json.error]).toEqual([400, expect.stringContaining(error)])
})
