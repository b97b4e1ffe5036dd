import { expect, test } from 'vitest'
import { RunList } from '../../../../src/contract/run.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../support/app/retention.ts'

const SCHEMA = { type: 'object', properties: { port: { type: 'integer' } }, required: ['port'] }

const jobsOf = (app: AppServer) => `/v2/agent/${app.project}/job`
const depsOf = (app: AppServer) => ({
  ...{ store: app.store, onDue: () => {}, retention: RETENTION },
  now: () => app.clock.at,
})

test('each run of a job shows its own output, a follow-up too', async () => {
  const app = await startAppServer()
  const body = { prompt: 'Which port?', mode: 'ask', outputSchema: SCHEMA }
  const created = await app.call('POST', jobsOf(app), { body })
  expect(created.status).toBe(201)
  expect(created.headers.get('prentice-ignored-fields')).toBeNull()
  const path = `${jobsOf(app)}/${created.json.id}`
  const key = { project: app.project, job: String(created.json.id) }
  await (await seatedRunner(depsOf(app), key)).finish('It is 80.', { output: { port: 80 } })
  await app.call('POST', `${path}/message`, { body: { prompt: 'And now?', mode: 'ask' } })
  await (await seatedRunner(depsOf(app), key)).finish('None.', { output: null })
  await app.call('POST', `${path}/message`, { body: { prompt: 'Fix it' } })
  await (await seatedRunner(depsOf(app), key)).finish('Done.')
  const { runs } = RunList.parse((await app.call('GET', `${path}/runs`)).json)
  expect(runs.map(({ summary, ...run }) => [summary, 'output' in run ? run.output : 'absent'])).toEqual([
    ['It is 80.', { port: 80 }],
    ['None.', null],
    ['Done.', 'absent'],
  ])
})

test.each<[string, unknown, string]>([
  [
    'leads outward',
    { properties: { a: { $ref: 'https://x.example/s' } } },
    '`outputSchema.properties.a.$ref` must lead within this schema',
  ],
  ['has an unknown keyword', { items: [{}] }, '`outputSchema.items` must be a schema'],
  [
    'has a pattern',
    { pattern: '(a+)+$' },
    '`outputSchema.pattern` is not a keyword that an output schema can have',
  ],
  ['is a text', '{}', '`outputSchema` must be a JSON Schema, which is an object'],
  ['is a list', [], '`outputSchema` must be a JSON Schema, which is an object'],
  ['is the prototype', JSON.parse('{"__proto__":{}}'), '`outputSchema.__proto__` is not a keyword'],
])('a schema that %s is a 400 with its place, and costs nothing', async (_, outputSchema, error) => {
  const app = await startAppServer()
  const refused = await app.call('POST', jobsOf(app), { body: { prompt: 'x', outputSchema } })
  expect(refused.status).toBe(400)
  expect(refused.json.error).toContain(error)
  const created = await app.call('POST', jobsOf(app), { body: { prompt: 'x' } })
  expect(created.headers.get('x-ratelimit-remaining')).toBe('99')
})

test('an idempotency key covers the schema, and a message has no schema', async () => {
  const app = await startAppServer()
  const create = (outputSchema: unknown) =>
    app.call('POST', jobsOf(app), {
      headers: { 'idempotency-key': 'k' },
      body: { prompt: 'x', outputSchema },
    })
  const first = await create(SCHEMA)
  expect((await create(SCHEMA)).json).toEqual(first.json)
  expect((await create({})).status).toBe(409)
  const sent = await app.call('POST', `${jobsOf(app)}/${first.json.id}/message`, {
    body: { prompt: 'y', outputSchema: SCHEMA },
  })
  expect(sent.headers.get('prentice-ignored-fields')).toBe('"outputSchema"')
})

test('the outputs of the newest runs are shown, up to 1 MB together', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', jobsOf(app), { body: { prompt: '1', outputSchema: {} } })
  const path = `${jobsOf(app)}/${json.id}`
  const key = { project: app.project, job: String(json.id) }
  const output = 'x'.repeat(65_000)
  for (let n = 1; n <= 17; n++) {
    if (n > 1) await app.call('POST', `${path}/message`, { body: { prompt: `${n}` } })
    await (await seatedRunner(depsOf(app), key)).finish(`${n}`, { output })
  }
  const { runs } = RunList.parse((await app.call('GET', `${path}/runs`)).json)
  expect(runs.filter((run) => 'output' in run).map(({ number }) => number)).toEqual(
    Array.from({ length: 15 }, (_, i) => i + 3),
  )
})
