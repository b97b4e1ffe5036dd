import { expect, test } from 'vitest'
import { advanceJob, type JobStore } from '../../../../src/app/job-store/update-job.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../support/app/retention.ts'

const PULL = { number: 3, url: 'https://github.com/acme/docs/pull/3' }

/** A job whose runner has gone to work. */
async function workingJob(app: AppServer) {
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const key = { project: app.project, job: String(json.id) }
  const deps: JobStore = {
    store: app.store,
    now: () => app.clock.at,
    onDue: () => {},
    retention: RETENTION,
  }
  const runner = await seatedRunner(deps, key)
  const path = `/v2/agent/${app.project}/job/${key.job}`
  const publish = async () => {
    const run = { ...key, run: 1 }
    const report = { outcome: 'published', headSha: 'a'.repeat(40), pullRequest: 3, reason: null } as const
    await advanceJob(deps, run, { type: 'reported', acknowledged: 1, report, usage: null })
    await advanceJob(deps, run, { type: 'confirmed', delivered: { branchExists: true, pullRequest: PULL } })
  }
  const fail = () =>
    advanceJob(deps, { ...key, run: 1 }, { type: 'failed', reason: reason('runner-failed', 'failure') })
  return { path, runner, publish, fail }
}

test('a job with a pull request is completed, with a branch and a link that stay', async () => {
  const app = await startAppServer()
  const { path, publish } = await workingJob(app)
  const before = await app.call('GET', path)
  expect(before.json).toMatchObject({ status: 'active', prLink: null, source: { ref: null } })
  await publish()
  const done = { prLink: PULL.url, source: { ref: expect.stringMatching(/^prentice\/[0-9a-z]{10}$/) } }
  const got = await app.call('GET', path)
  expect(got.json).toMatchObject({ status: 'completed', ...done })
  expect(got.headers.get('x-job-reason')).toBeNull()

  const steps: [string, string][] = [
    ['cancel', 'completed'],
    ['archive', 'archived'],
    ['archive', 'archived'],
    ['cancel', 'archived'],
    ['unarchive', 'completed'],
    ['unarchive', 'completed'],
  ]
  for (const [verb, status] of steps) {
    const { json } = await app.call('POST', `${path}/${verb}`)
    expect({ verb, ...json }).toMatchObject({ verb, status, ...done })
  }
  const sent = await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })
  expect(sent.json).toMatchObject({ status: 'active', ...done })
})

test('a job without a change is completed without a link, and the run has a reason', async () => {
  const app = await startAppServer()
  const { path, runner } = await workingJob(app)
  await runner.finish('The word was spelled right already.')
  const got = await app.call('GET', path)
  expect(got.json).toMatchObject({ status: 'completed', prLink: null })
  expect(got.headers.get('x-job-reason')).toBeNull()
  const { json } = await app.call('GET', `${path}/runs`)
  expect(json.runs).toMatchObject([
    { number: 1, state: 'succeeded', summary: 'The word was spelled right already.' },
  ])
})

test('a failed job has its reason code in a header and the message in the run, until the next turn', async () => {
  const app = await startAppServer()
  const { path, fail } = await workingJob(app)
  await fail()
  const got = await app.call('GET', path)
  expect([got.json.status, got.headers.get('x-job-reason')]).toEqual(['failed', 'runner-failed'])
  const etag = got.headers.get('etag') ?? ''
  const unchanged = await app.call('GET', path, { headers: { 'if-none-match': etag } })
  expect([unchanged.status, unchanged.headers.get('x-job-reason')]).toEqual([304, 'runner-failed'])
  const { json } = await app.call('GET', `${path}/runs`)
  const message = reason('runner-failed', 'failure').message
  expect(json.runs).toMatchObject([{ state: 'failed', reason: { code: 'runner-failed', message } }])

  await app.call('POST', `${path}/message`, { body: { prompt: 'again' } })
  const next = await app.call('GET', path)
  expect([next.json.status, next.headers.get('x-job-reason')]).toEqual(['active', null])
})

test('every response with a failed job has the code in a header, and no other response', async () => {
  const app = await startAppServer()
  const { path, fail } = await workingJob(app)
  await fail()
  const steps: [string, string, string | null][] = [
    ['cancel', 'failed', 'runner-failed'],
    ['archive', 'archived', null],
    ['cancel', 'archived', null],
    ['unarchive', 'failed', 'runner-failed'],
    ['retry', 'active', null],
    ['cancel', 'failed', 'cancelled'],
  ]
  for (const [verb, status, code] of steps) {
    const { json, headers } = await app.call('POST', `${path}/${verb}`)
    expect([verb, json.status, headers.get('x-job-reason')]).toEqual([verb, status, code])
  }
})

test('archiving an active job first ends its run', async () => {
  const app = await startAppServer()
  const { path } = await workingJob(app)
  await app.call('POST', `${path}/archive`)
  const { json } = await app.call('GET', `${path}/runs`)
  expect(json.runs).toMatchObject([{ state: 'cancelled', reason: { code: 'cancelled' } }])
})
