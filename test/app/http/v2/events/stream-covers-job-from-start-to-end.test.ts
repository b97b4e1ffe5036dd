import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { names, openStream } from '../../../../support/app/open-stream.ts'
import { watchedJob } from './watched-job.ts'

test('a stream sends the job, past events, new events, the ended job, and then ends', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  await runner.report({ type: 'stage', stage: 'claim' }, note('before'))

  const stream = await openStream(app, path)
  expect(stream.response.status).toBe(200)
  expect(Object.fromEntries(stream.response.headers)).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await stream.until(({ id }) => id === '1-2')
  await runner.report({ type: 'tool', step: 1, tool: 'read', target: 'README.md', ok: true })
  await stream.until(({ id }) => id === '1-3')
  await runner.finish('nothing to do')
  await stream.rest()

  expect(names(stream.frames)).toEqual(['job', 'stage 1-1', 'note 1-2', 'tool 1-3', 'job'])
  expect(stream.frames[0]).toMatchObject({ retry: 3000 })
  const at = new Date(app.clock.at).toISOString()
  expect(stream.frames.at(-2)?.data).toEqual({
    run: 1,
    seq: 3,
    at,
    type: 'tool',
    step: 1,
    tool: 'read',
    target: 'README.md',
    ok: true,
  })
  const got = await app.call('GET', path)
  expect(stream.frames.at(-1)?.data).toEqual(got.json)
  expect(got.json.status).toBe('completed')
})

test('a stream of an ended job sends all events and ends immediately; after a follow-up it continues', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  await runner.report(note('one'), note('two'))
  await runner.finish('done')

  const all = await openStream(app, path)
  await all.rest()
  expect(names(all.frames)).toEqual(['job', 'note 1-1', 'note 1-2', 'job'])

  const nothingNew = await openStream(app, path, { after: '1-2' })
  expect(names(await nothingNew.rest())).toEqual(['job'])

  await app.call('POST', `${path}/message`, { body: { prompt: 'more' } })
  const again = await openStream(app, path, { after: '1-2' })
  await again.until(({ name }) => name === 'job')
  await app.call('POST', `${path}/archive`)
  expect(await again.rest()).toMatchObject([{ name: 'job', data: { status: 'archived' } }])
})

test('every event is one frame, whatever its text', async () => {
  const app = await startAppServer()
  const { path, runner } = await watchedJob(app)
  const text = 'a\r\n\r\nid: 9-9\nevent: job\ndata: {}\n\n\u2028 \u0000 data: b'
  await runner.report(note(text))
  await runner.finish('done')
  const stream = await openStream(app, path)
  await stream.rest()
  expect(names(stream.frames)).toEqual(['job', 'note 1-1', 'job'])
  expect(stream.frames[2]?.data.text).toBe(text)
})

test('HEAD returns only the headers, and other methods are refused', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const head = await app.call('HEAD', `${path}/events`)
  expect([head.status, head.text, head.headers.get('content-type')]).toEqual([200, '', 'text/event-stream'])
  const post = await app.call('POST', `${path}/events`)
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

test('a job of another project, an unknown job and a missing key are refused in JSON', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const unknown = path.replace(/job_.*/, 'job_01k00000000000000000000000')
  expect((await app.call('GET', `${unknown}/events`)).status).toBe(404)
  expect((await app.call('GET', `${path}/events`, { key: null })).status).toBe(401)
  const elsewhere = await app.newKey({ accountId: 99 })
  expect((await app.call('GET', `${path}/events`, { key: elsewhere })).status).toBe(404)
})
