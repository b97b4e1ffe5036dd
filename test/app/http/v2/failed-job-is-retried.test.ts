import { expect, test } from 'vitest'
import { messageKeys } from '../../../../src/app/job-store/messages.ts'
import { projectKeys } from '../../../../src/app/projects/project.ts'
import { AgentJob } from '../../../../src/contract/job.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { listEntries } from '../../../support/app/list-entries.ts'

async function givenFailed(rateLimit = 100) {
  const app = await startAppServer({ rateLimit })
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const path = `/v2/agent/${app.project}/job/${json.id}`
  await app.call('POST', `${path}/cancel`)
  const retry = (headers: Record<string, string> = {}) => app.call('POST', `${path}/retry`, { headers })
  return { ...app, id: String(json.id), path, retry }
}

test('a retried job is active again, without a new message and without a reason', async () => {
  const { call, path, retry, store, id } = await givenFailed()
  expect((await call('GET', path)).headers.get('x-job-reason')).toBe('cancelled')
  const retried = await retry()
  expect([retried.status, AgentJob.parse(retried.json).status]).toEqual([200, 'active'])
  const got = await call('GET', path)
  expect([got.text, got.headers.get('x-job-reason')]).toEqual([retried.text, null])
  expect((await call('GET', `${path}/runs`)).json.runs).toMatchObject([{ number: 1 }, { number: 2 }])
  expect(await listEntries(store, `msg/${id}/`)).toHaveLength(1)
})

test('only a failed job can be retried, and the error names the alternative', async () => {
  const { call, path, retry } = await givenFailed()
  expect((await retry()).status).toBe(200)
  const active = await retry()
  expect([active.status, active.json.error]).toEqual([
    409,
    'the job is active: only a failed one can be retried; send a message instead',
  ])
  await call('POST', `${path}/archive`)
  const archived = await retry()
  expect([archived.status, archived.json.error]).toEqual([
    409,
    'the job is archived and runs no more; unarchive it, then retry',
  ])
  expect((await call('POST', `${path.slice(0, -26)}01k00000000000000000000000/retry`)).status).toBe(404)
  expect((await call('GET', `${path}/retry`)).status).toBe(405)
  expect((await call('POST', `${path}/retry`, { key: null })).status).toBe(401)
})

test('a job whose prompts were deleted cannot be retried', async () => {
  const { store, id, retry } = await givenFailed()
  await store.commit({ del: [messageKeys.record(id, 1)] })
  const refused = await retry()
  expect([refused.status, refused.json.error]).toEqual([
    409,
    'the prompts of this job were deleted while it was archived; say in a message what to do',
  ])
})

test('a retry counts like a message, and is refused like one', async () => {
  const { call, path, retry } = await givenFailed(2)
  const retried = await retry()
  expect(retried.headers.get('x-ratelimit-remaining')).toBe('0')
  await call('POST', `${path}/cancel`)
  const refused = await retry()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '3600'])
  expect((await call('GET', path)).json.status).toBe('failed')
})

test('repeated retries with one Idempotency-Key make one run', async () => {
  const { call, path, retry } = await givenFailed()
  const headers = { 'idempotency-key': 'again' }
  const answers = await Promise.all(Array.from({ length: 10 }, () => retry(headers)))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(200)
  await call('POST', `${path}/cancel`)
  expect((await retry(headers)).text).toBe(answers[0]?.text)
  expect((await call('GET', path)).json.status).toBe('failed')
})

test('a retry without the App on the repository is refused, but an earlier response is repeated', async () => {
  const { store, project, retry, path, call } = await givenFailed()
  const headers = { 'idempotency-key': 'r1' }
  const first = await retry(headers)
  await call('POST', `${path}/cancel`)
  const place = projectKeys.record(project)
  const stored = JSON.parse((await store.get(place)) ?? '')
  await store.commit({ set: [{ key: place, value: JSON.stringify({ ...stored, installationId: null }) }] })
  const refused = await retry()
  expect([refused.status, refused.json.error]).toEqual([404, expect.stringContaining('is not installed on')])
  expect((await retry(headers)).text).toBe(first.text)
})
