import { expect, test } from 'vitest'
import { startAppServer } from '../../support/app-server.ts'

test('each call of version 1 is told its successor, with or without a key', async () => {
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
