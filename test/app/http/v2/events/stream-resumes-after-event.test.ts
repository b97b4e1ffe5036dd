import { expect, test } from 'vitest'
import { updateJob } from '../../../../../src/app/job-store/update-job.ts'
import { archiveJob } from '../../../../../src/app/jobs/archive-job.ts'
import { purgeArchivedJob } from '../../../../../src/app/jobs/purge-archived-job.ts'
import { A_TEST } from '../../../../support/app/actors.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note, seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { names, openStream } from '../../../../support/app/open-stream.ts'
import { watchedJob } from './watched-job.ts'

test('a stream resumes in the middle of a batch, by header or query, through all runs', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  await runner.report(note('1'), note('2'), note('3'))
  await runner.report(note('4'))
  await runner.finish('done')
  await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })
  const second = await seatedRunner(deps, key)
  await second.report(note('1'))
  await second.finish('done')

  const expected = ['job', 'note 1-3', 'note 1-4', 'note 2-1', 'job']
  expect(names(await (await openStream(app, path, { after: '1-2' })).rest())).toEqual(expected)
  expect(names(await (await openStream(app, path, { query: '?lastEventId=1-2' })).rest())).toEqual(expected)
  expect(names(await (await openStream(app, path, { after: '1-4' })).rest())).toEqual([
    'job',
    'note 2-1',
    'job',
  ])
})

test('a stream resumes after any event of a record with many batches', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  for (let batch = 0; batch < 70; batch++) await runner.report(...Array.from({ length: 10 }, () => note('x')))
  await runner.report(...Array.from({ length: 500 }, () => note('x')))
  await runner.finish('done')
  for (const seq of [1, 10, 11, 320, 699, 700, 701, 1_199, 1_200]) {
    const told = names(await (await openStream(app, path, { after: `1-${seq}` })).rest())
    const next = seq === 1_200 ? [] : [`note 1-${seq + 1}`]
    expect(told.slice(1, -1).slice(0, 1)).toEqual(next)
    expect(told.filter((name) => name !== 'job')).toHaveLength(1_200 - seq)
  }
})

test('a stream resumes on another server with the same database', async () => {
  const first = await startAppServer()
  const { path, runner } = await watchedJob(first)
  await runner.report(note('1'), note('2'))
  const before = await openStream(first, path)
  await before.until(({ id }) => id === '1-2')
  const drained = first.drain()
  expect((await before.rest()).at(-1)?.retry).toBeGreaterThanOrEqual(1_000)
  await drained

  const second = await startAppServer({ databaseUrl: first.databaseUrl })
  await runner.report(note('3'))
  await runner.finish('done')
  const after = await openStream(second, path, { after: '1-2' })
  expect(names(await after.rest())).toEqual(['job', 'note 1-3', 'job'])
})

test('an id without an event gets 400, the id of a deleted event 410', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  await runner.report(note('1'))
  const ask = (id: string) =>
    app.call('GET', `${path}/events`, { headers: { 'last-event-id': encodeURIComponent(id) } })
  for (const id of ['x', '1', '0-1', '1-0', '1-1x', '1-1,1-2', '-1-1', '1-99999999']) {
    const refused = await ask(id)
    expect([id, refused.status]).toEqual([id, 400])
  }
  for (const id of ['1-2', '2-1']) {
    const { status, json } = await ask(id)
    const error = `this job never had the event "${id}"; open the stream without Last-Event-ID`
    expect([id, status, json]).toEqual([id, 400, { error }])
  }
  const query = await app.call('GET', `${path}/events?lastEventId=x`)
  expect(query.json.error).toBe('`lastEventId` "x" is not the id of an event; it looks like 1-42')
  const unknown = await app.call('GET', `${path}/events?lastEventId=9-1`)
  expect(unknown.json.error).toBe('this job never had the event "9-1"; open the stream without `lastEventId`')

  await runner.finish('done')
  await updateJob(deps, key, (job) => ({
    transition: { kind: 'applied', job: { ...job, cleanups: [] }, ended: null },
    outcome: null,
  }))
  await archiveJob(deps, key, A_TEST)
  app.clock.at += 30 * 86_400_000
  await purgeArchivedJob(deps, key)
  const gone = await ask('1-1')
  expect([gone.status, gone.headers.get('content-type')]).toEqual([410, 'application/json'])
  expect(gone.json.error).toBe('the event "1-1" was deleted; open the stream without Last-Event-ID')
  expect((await ask('2-1')).status).toBe(400)
  expect(names(await (await openStream(app, path)).rest())).toEqual(['job'])
})
