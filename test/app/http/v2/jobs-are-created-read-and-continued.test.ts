import { expect, test } from 'vitest'
import { AgentJob } from '../../../../src/contract/job.ts'
import { MessageList } from '../../../../src/contract/list-responses.ts'
import { RunList } from '../../../../src/contract/run.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../support/app/retention.ts'

test('create returns 201 with the job and its location, and get returns the same bytes', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Fix the typo' } })

  expect(created.status).toBe(201)
  const job = AgentJob.parse(created.json)
  expect(job).toEqual({
    id: expect.stringMatching(/^job_[0-9a-z]{26}$/),
    status: 'active',
    source: { repository: 'https://github.com/acme/docs', ref: null },
    model: 'anthropic/default',
    prLink: null,
    createdAt: new Date(app.clock.at).toISOString(),
    archivedAt: null,
  })
  const location = created.headers.get('location')
  expect(location).toBe(`/v2/agent/${app.project}/job/${job.id}`)
  const got = await app.call('GET', location ?? '')
  expect(got.status).toBe(200)
  expect(got.text).toBe(created.text)
})

test('optional fields are accepted, unknown ones ignored', async () => {
  const app = await startAppServer()
  const body = {
    prompt: 'x',
    model: 'anthropic/other',
    ref: 'dev',
    asDraft: true,
    branch: 'ignored',
    messages: [],
  }
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body })
  expect(created.status).toBe(201)
  expect(created.json.model).toBe('anthropic/other')
})

test('a job has the mode of its prompts: the run has it, and a message of another mode waits for the next run', async () => {
  const app = await startAppServer()
  const path = `/v2/agent/${app.project}/job`
  const { json } = await app.call('POST', path, { body: { prompt: 'Where is it?', mode: 'ask' } })
  await app.call('POST', `${path}/${json.id}/message`, { body: { prompt: 'Fix it', mode: 'plan' } })
  await app.call('POST', `${path}/${json.id}/message`, { body: { prompt: 'Go' } })
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const key = { project: app.project, job: String(json.id) }
  for (const summary of ['In README.md.', 'The plan.', 'Done.'])
    await (await seatedRunner(deps, key)).finish(summary)
  const { runs } = RunList.parse((await app.call('GET', `${path}/${json.id}/runs`)).json)
  expect(runs.map(({ mode, summary }) => [mode, summary])).toEqual([
    ['ask', 'In README.md.'],
    ['plan', 'The plan.'],
    [undefined, 'Done.'],
  ])
  const { messages } = MessageList.parse((await app.call('GET', `${path}/${json.id}/messages`)).json)
  expect(messages.map(({ mode, run }) => [mode, run])).toEqual([
    ['ask', 1],
    ['plan', 2],
    [undefined, 3],
  ])
  expect((await app.call('GET', `${path}/${json.id}`)).json).toMatchObject({
    status: 'completed',
    prLink: null,
  })
  await app.call('POST', `${path}/${json.id}/archive`)
  const late = await app.call('POST', `${path}/${json.id}/message`, { body: { prompt: 'Why?', mode: 'ask' } })
  expect(late.status).toBe(409)
})

test('a message to an active job waits; the 21st that waits is refused', async () => {
  const app = await startAppServer()
  const path = `/v2/agent/${app.project}/job`
  const { json } = await app.call('POST', path, { body: { prompt: 'x' } })
  // The job's own prompt waits for the runner too.
  for (let n = 1; n <= 19; n++) {
    const sent = await app.call('POST', `${path}/${json.id}/message`, { body: { prompt: `more ${n}` } })
    expect(sent.status).toBe(200)
    expect(sent.json.status).toBe('active')
  }
  const last = await app.call('POST', `${path}/${json.id}/message`, { body: { prompt: 'one too many' } })
  expect(last.status).toBe(429)
  expect(last.headers.get('retry-after')).toBe('30')
})

test('get returns 304 for a matching ETag, and HEAD responds as GET', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${created.json.id}`
  const first = await app.call('GET', path)
  const etag = first.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  expect(first.headers.get('cache-control')).toBe('private, no-cache')

  const second = await app.call('GET', path, { headers: { 'if-none-match': etag } })
  expect([second.status, second.text]).toEqual([304, ''])
  for (const validator of ['*', etag.slice(2), `"a", ${etag} , W/"b"`]) {
    const known = await app.call('GET', path, { headers: { 'if-none-match': validator } })
    expect([validator, known.status]).toEqual([validator, 304])
  }
  const head = await app.call('HEAD', path)
  expect([head.status, head.text, head.headers.get('content-length')]).toEqual([
    200,
    '',
    String(first.text.length),
  ])

  await app.call('POST', `${path}/cancel`)
  const third = await app.call('GET', path, { headers: { 'if-none-match': etag } })
  expect(third.status).toBe(200)
})

test('the plain handler and the described route give equal responses', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const job = `/v2/agent/${app.project}/job/${created.json.id}`
  const otherJob = `/v2/agent/${app.project}/job/job_01k00000000000000000000000`
  // A percent sign sends the same path through the described route.
  const described = (path: string) => path.replace('/job/', '/%6Aob/')
  for (const path of [job, otherJob, '/v2/agent/prj_1/job/x']) {
    for (const key of [app.key, null, 'prn_x']) {
      const a = await app.call('GET', path, { key })
      const b = await app.call('GET', described(path), { key })
      expect([b.status, b.text, b.headers.get('etag')]).toEqual([a.status, a.text, a.headers.get('etag')])
    }
  }
  expect((await app.call('GET', described(job))).status).toBe(200)
})

test('cancel fails the job with its reason, a second cancel changes nothing, and a message continues the job', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${created.json.id}`
  for (let times = 0; times < 2; times++) {
    const cancelled = await app.call('POST', `${path}/cancel`)
    expect([cancelled.status, cancelled.json.status]).toEqual([200, 'failed'])
  }
  const got = await app.call('GET', path)
  expect(got.headers.get('x-job-reason')).toBe('cancelled')
  const { json } = await app.call('GET', `${path}/runs`)
  expect(json.runs).toMatchObject([{ number: 1, state: 'cancelled', reason: { code: 'cancelled' } }])

  const again = await app.call('POST', `${path}/message`, { body: { prompt: 'go on' } })
  expect(again.json.status).toBe('active')
  const runs = await app.call('GET', `${path}/runs`)
  expect(runs.json.runs).toMatchObject([
    { number: 1, state: 'cancelled' },
    { number: 2, state: 'queued' },
  ])
})

test('an archived job refuses messages until it is unarchived', async () => {
  const app = await startAppServer()
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${created.json.id}`
  const archived = await app.call('POST', `${path}/archive`)
  expect(archived.json).toMatchObject({
    status: 'archived',
    archivedAt: new Date(app.clock.at).toISOString(),
  })
  expect((await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })).status).toBe(409)
  const back = await app.call('POST', `${path}/unarchive`)
  expect(back.json).toMatchObject({ status: 'failed', archivedAt: null })
  expect((await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })).status).toBe(200)
})
