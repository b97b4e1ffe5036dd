import { expect, test } from 'vitest'
import { startDashboard, type Visitor } from '../../../../support/dashboard/start-dashboard.ts'
import { KEY } from '../job/job-scene.ts'

async function scene(count: number) {
  const app = await startDashboard({ rateLimit: 0 })
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    app.clock.at += 1000
    const body = { prompt: `Job ${n}` }
    ids.push(String((await app.call('POST', `/v2/agent/${app.project}/job`, { body })).json.id))
  }
  const statusOf = async (id: string) =>
    (await app.call('GET', `/v2/agent/${app.project}/job/${id}`)).json.status
  return {
    app,
    ids,
    statuses: () => Promise.all(ids.map(statusOf)),
    jobs: ids.map((id) => `${app.project}/${id}`),
  }
}

test('selected jobs are stopped, retried and archived, with a report', async () => {
  const { app, statuses, jobs } = await scene(3)
  const willy = await app.signIn('willy')
  const bulk = (action: string, job: string[]) =>
    willy.post('/jobs/bulk', { action, job, 'idempotency-key': `${action}-${KEY}` })
  const report = await bulk('stop', jobs.slice(0, 2))
  expect(report.text).toContain('2 done')
  expect(await statuses()).toEqual(['failed', 'failed', 'active'])
  const mixed = await bulk('retry', jobs)
  expect(mixed.text).toMatch(/2 done, 1 not done/)
  expect(mixed.text).toContain('The job is still running.')
  expect(await statuses()).toEqual(['active', 'active', 'active'])
  expect((await bulk('retry', jobs.slice(0, 2))).text).toContain('2 done')
  await bulk('archive', jobs)
  expect(await statuses()).toEqual(['archived', 'archived', 'archived'])
})

/** Sends the form of a confirmation, as it is. */
function confirm(visitor: Visitor, text: string) {
  const inputs = [...text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)]
  const job = inputs.flatMap(([, name, value = '']) => (name === 'job' ? [value] : []))
  const rest = inputs.flatMap(([, name = '', value = '']) => (name === 'job' ? [] : [[name, value] as const]))
  return visitor.post('/jobs/bulk', { ...Object.fromEntries(rest), job })
}

test('all jobs that match a filter are named, and changed after a confirmation, a hundred at a time', async () => {
  const { app, statuses } = await scene(102)
  const willy = await app.signIn('willy')
  const fields = { action: 'stop', all: '1', text: 'job', status: 'active', 'idempotency-key': KEY }
  const first = await willy.post('/jobs/bulk', fields)
  expect(first.text).toContain('<h1>Stop 100 jobs?</h1>')
  expect(first.text).toContain('More jobs match the filter: these are the newest 100.')
  expect(new Set(await statuses())).toEqual(new Set(['active']))
  // One that comes meanwhile is not among those that were named.
  const later = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Job later' } })
  expect((await confirm(willy, first.text)).text).toContain('100 done')
  const rest = await willy.post('/jobs/bulk', fields)
  expect(rest.text).toContain('Stop 3 jobs?')
  expect(rest.text).toContain('Job later')
  expect(rest.text).toContain(String(later.json.id))
  const report = await confirm(willy, rest.text)
  expect(report.text).toContain('3 done')
  expect(report.text).toContain('>Job later</a>')
  expect(new Set(await statuses())).toEqual(new Set(['failed']))
  const again = await willy.post('/jobs/bulk', fields)
  expect([again.status, again.location]).toEqual([303, '/dashboard/jobs?status=active&text=job'])
})

test('jobs that the person may not change stay as they are', async () => {
  const { app, statuses, jobs } = await scene(1)
  const fields = {
    action: 'stop',
    job: [...jobs, 'prj_zz/job_00000000000000000000000000'],
    'idempotency-key': KEY,
  }
  const rita = await (await app.signIn('rita')).post('/jobs/bulk', fields)
  expect(rita.text).toContain('This needs write access to its repository.')
  expect(rita.text).toContain('There is no such job.')
  expect((await (await app.signIn('sten')).post('/jobs/bulk', fields)).status).toBe(404)
  expect(await statuses()).toEqual(['active'])
})

test('an empty selection is reported, and an unknown action is refused', async () => {
  const { app, jobs } = await scene(1)
  const willy = await app.signIn('willy')
  await willy.post('/jobs/bulk', { action: 'stop', 'idempotency-key': KEY })
  expect((await willy.get('/jobs')).text).toContain('Nothing was selected')
  expect(
    (await willy.post('/jobs/bulk', { action: 'explode', job: jobs, 'idempotency-key': KEY })).status,
  ).toBe(400)
})

test('a right that was taken away does not count, however many projects a form names', async () => {
  const { app, statuses, jobs } = await scene(1)
  const willy = await app.signIn('willy')
  await willy.get('/jobs')
  app.github.people.willy?.rights.set(1234, 'read')
  const others = Array.from({ length: 11 }, (_, n) => `prj_z${n}/job_00000000000000000000000000`)
  const fields = { action: 'stop', job: [...others, ...jobs], 'idempotency-key': KEY }
  const report = await willy.post('/jobs/bulk', fields)
  expect(report.text).toContain('This needs write access to its repository.')
  expect(await statuses()).toEqual(['active'])
})
