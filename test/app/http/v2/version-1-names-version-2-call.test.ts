import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'

test('the response to each call of version 1 names its successor, with or without a key', async () => {
  const app = await startAppServer()
  const cases: [string, string, string][] = [
    ['POST', '/v1/agent/prj_1/job', 'POST /v2/agent/prj_1/job with {"prompt": "…"}'],
    ['GET', '/v1/agent/prj_1/jobs?skip=12', 'GET /v2/agent/prj_1/jobs;'],
    ['GET', '/v1/agent/prj_1/job/abc-1', 'GET /v2/agent/prj_1/job/abc-1;'],
    [
      'POST',
      '/v1/agent/prj_1/job/abc-1/message',
      'POST /v2/agent/prj_1/job/abc-1/message with {"prompt": "…"}',
    ],
    // Of what version 2 does not do by this method, the call that it has there.
    ['GET', '/v1/agent/prj_1/job', 'POST /v2/agent/prj_1/job with {"prompt": "…"}'],
    ['DELETE', '/v1/agent/prj_1/job/abc-1', 'GET /v2/agent/prj_1/job/abc-1;'],
    ['POST', '/v1/agent/prj_1/jobs', 'GET /v2/agent/prj_1/jobs;'],
    ['PUT', '/v1/agent/prj_1/job/abc-1/message', 'POST /v2/agent/prj_1/job/abc-1/message with'],
    ['POST', '/v1/agent/prj_1/something/else', 'POST /v2/agent/{projectId}/job with {"prompt": "…"}'],
    ['GET', `/v1/agent/${'x'.repeat(500)}/jobs`, 'POST /v2/agent/{projectId}/job with {"prompt": "…"}'],
  ]
  for (const [method, path, successor] of cases) {
    for (const key of [null, app.key]) {
      const answer = await app.call(method, path, { key })
      expect([path, answer.status, answer.json]).toEqual([
        path,
        410,
        { error: expect.stringContaining(successor) },
      ])
    }
  }
})

test('a key in the path does not appear in the message', async () => {
  const app = await startAppServer()
  for (const path of [`/v1/agent/${app.key}/job`, `/v1/agent/prj_1/job/${app.key}`]) {
    const gone = await app.call('GET', path, { key: null })
    expect([gone.status, gone.json.error]).toEqual([
      410,
      expect.stringContaining('POST /v2/agent/{projectId}/job'),
    ])
    expect(gone.text).not.toContain(app.key.slice(4, 20))
  }
})

test('the named call always exists in version 2', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const job = `/agent/${app.project}/job`
  for (const path of [
    job,
    `${job}s`,
    `${job}/${json.id}`,
    `${job}/${json.id}/message`,
    '/agent',
    job.slice(0, -4),
  ]) {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const gone = await app.call(method, `/v1${path}`)
      const [, verb = '', target = ''] = /use (\w+) (\S+?)(?: with|;)/.exec(String(gone.json.error)) ?? []
      const named = await app.call(verb, target.replace('{projectId}', app.project), {
        ...(verb === 'POST' && { body: { prompt: 'x' } }),
      })
      expect([method, path, gone.status, Math.floor(named.status / 100)]).toEqual([method, path, 410, 2])
    }
  }
})
