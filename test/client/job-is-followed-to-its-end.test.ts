import { expect, test } from 'vitest'
import {
  type ClientOptions,
  createClient,
  eventId,
  type JobUpdate,
  PrenticeError,
} from '../../src/client/index.ts'
import { createFrameReader } from '../../src/client/open-stream.ts'
import { allOf } from '../support/all-of.ts'
import { type AppServer, startAppServer } from '../support/app/app-server.ts'
import { note, seatedRunner } from '../support/app/claimed-runner.ts'
import { RETENTION } from '../support/app/retention.ts'
import { type Fault, type ProxiedRequest, startClientProxy } from '../support/client-proxy.ts'

const FAST = { firstWaitMs: 1 }

/** A job with a runner at work, and a client behind a network with these faults. */
async function watchedJob(
  app: AppServer,
  faultOf: (request: ProxiedRequest, index: number) => Fault | null = () => null,
  options: Partial<ClientOptions> = {},
) {
  let count = 0
  const proxy = await startClientProxy(app.url, (request) => faultOf(request, count++))
  const own = createClient({ url: app.url, apiKey: app.key })
  const { id } = await own.jobs.create(app.project, { prompt: 'x' })
  const { jobs } = createClient({ url: proxy.url, apiKey: app.key, ...FAST, ...options })
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const runner = await seatedRunner(deps, { project: app.project, job: id })
  return { jobs, ref: { projectId: app.project, id }, runner, proxy }
}

const nameOf = (update: JobUpdate): string =>
  update.type === 'job' ? update.job.status : `${update.type} ${eventId(update)}`

test('each event arrives once and in order, however often the connection breaks', async () => {
  const app = await startAppServer()
  // The head of the stream with its first job event has about 350 bytes, each further event about 100.
  const { jobs, ref, runner, proxy } = await watchedJob(app, (_request, index) => {
    if (index >= 12) return null
    const faults: Fault[] = [
      { kind: 'cut', bytes: 400 + 37 * index },
      { kind: 'drop' },
      { kind: 'answer', status: 503, headers: { 'retry-after': '0' }, text: '{"error":"busy"}' },
    ]
    return faults[index % 3] ?? null
  })
  for (let i = 0; i < 40; i++) await runner.report(note(`event ${i}`))
  await runner.finish('done')

  const updates = await allOf(jobs.events(ref))
  expect(updates.map(nameOf)).toEqual([
    ...Array.from({ length: 40 }, (_, i) => `note 1-${i + 1}`),
    'completed',
  ])
  expect(proxy.requests.length).toBeGreaterThan(12)
})

test('events continue after a given one', async () => {
  const app = await startAppServer()
  const { jobs, ref, runner } = await watchedJob(app)
  await runner.report(note('1'), note('2'), note('3'))
  await runner.finish('done')
  const updates = await allOf(jobs.events(ref, { after: '1-2' }))
  expect(updates.map(nameOf)).toEqual(['note 1-3', 'completed'])
})

test('a wait continues on the server that takes over', async () => {
  const app = await startAppServer()
  const { jobs, ref, runner, proxy } = await watchedJob(app)
  const told: string[] = []
  const waiting = jobs.wait(ref, { onEvent: (update) => void told.push(nameOf(update)) })
  await runner.report(note('1'))
  await expect.poll(() => told).toEqual(['active', 'note 1-1'])

  const second = await startAppServer({ databaseUrl: app.databaseUrl })
  proxy.redirect(second.url)
  await app.drain()
  await runner.report(note('2'))
  await runner.finish('done')
  const job = await waiting
  expect([job.status, job.reason]).toEqual(['completed', null])
  expect(told).toEqual(['active', 'note 1-1', 'note 1-2', 'completed'])
})

test('without a stream, a wait polls', async () => {
  const app = await startAppServer()
  const { jobs, ref, runner, proxy } = await watchedJob(app, ({ path }) =>
    path.endsWith('/events')
      ? { kind: 'answer', status: 200, headers: { 'content-type': 'text/html' }, text: 'no streams here' }
      : null,
  )
  const told: string[] = []
  const waiting = jobs.wait(ref, { pollMs: 5, onEvent: (update) => void told.push(nameOf(update)) })
  await expect
    .poll(() => proxy.requests.filter(({ path }) => path.endsWith(ref.id)).length)
    .toBeGreaterThan(1)
  await runner.report(note('1'))
  await runner.finish('done')
  expect((await waiting).status).toBe('completed')
  expect(told).toEqual(['active', 'completed'])
})

test('the stream is used again as soon as it works', async () => {
  const app = await startAppServer()
  let isDown = true
  const { jobs, ref, runner, proxy } = await watchedJob(
    app,
    ({ path }) => (isDown && path.endsWith('/events') ? { kind: 'drop' } : null),
    { retries: 0 },
  )
  const told: string[] = []
  const waiting = jobs.wait(ref, { pollMs: 1, onEvent: (update) => void told.push(nameOf(update)) })
  await expect.poll(() => proxy.requests.length).toBeGreaterThan(3)
  isDown = false
  await runner.report(note('1'))
  await expect.poll(() => told).toEqual(['active', 'note 1-1'])
  await runner.finish('done')
  expect((await waiting).status).toBe('completed')
})

test('a wait gives up when the server was gone for too long, or the key is not valid', async () => {
  const app = await startAppServer()
  let isGone = false
  const { jobs, ref, proxy } = await watchedJob(app, () => (isGone ? { kind: 'drop' } : null), { retries: 0 })
  const told: string[] = []
  const waiting = jobs.wait(ref, {
    pollMs: 1,
    patienceMs: 20,
    onEvent: (update) => {
      told.push(nameOf(update))
      isGone = true
      proxy.close()
    },
  })
  await expect(waiting).rejects.toThrow(/cannot be reached/)
  expect(told).toEqual(['active'])

  const stranger = createClient({ url: app.url, apiKey: 'prn_wrong' })
  const refused = await stranger.jobs.wait(ref).catch((error: unknown) => error)
  expect(refused instanceof PrenticeError && refused.status).toBe(401)
})

test('a wait ends when its signal aborts or its listener throws; the job continues', async () => {
  const app = await startAppServer()
  const { jobs, ref } = await watchedJob(app)
  const stop = new AbortController()
  const stopped = jobs.wait(ref, { signal: stop.signal, onEvent: () => stop.abort(new Error('enough')) })
  await expect(stopped).rejects.toThrow('enough')
  const failing = jobs.wait(ref, {
    onEvent: () => {
      throw new Error('the listener fails')
    },
  })
  await expect(failing).rejects.toThrow('the listener fails')
  expect((await jobs.get(ref)).status).toBe('active')
})

test('waiting for a batch survives a short outage of the server, but not a long one', async () => {
  const app = await startAppServer()
  let gone = 5
  const proxy = await startClientProxy(app.url, () => (gone-- > 0 ? { kind: 'drop' } : null))
  const { batches } = createClient({ url: app.url, apiKey: app.key })
  const { id } = await batches.create({ prompt: 'Fix it', projectIds: [app.project] })
  const behind = createClient({ url: proxy.url, apiKey: app.key, ...FAST, retries: 0 })
  const told: string[] = []
  const waiting = behind.batches.wait(id, { pollMs: 1, onChange: ({ status }) => void told.push(status) })
  await expect.poll(() => told).toEqual(['planning'])
  await batches.cancel(id)
  expect((await waiting).status).toBe('cancelled')
  proxy.close()
  await expect(behind.batches.wait(id, { pollMs: 1, patienceMs: 20 })).rejects.toThrow(/cannot be reached/)
  await expect(batches.wait('batch_none')).rejects.toMatchObject({ status: 404 })
})

test('leaving the loop closes the connection', async () => {
  let isClosed = false
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode('event: job\ndata: {"status":"active"}\n\n')),
    cancel() {
      isClosed = true
    },
  })
  const headers = { 'content-type': 'text/event-stream' }
  const fetch = async () => new Response(body, { headers })
  const { jobs } = createClient({ url: 'https://prentice.example.com', apiKey: 'prn_x', fetch })
  for await (const update of jobs.events({ projectId: 'prj_1', id: 'job_1' })) {
    expect([update.type, isClosed]).toEqual(['job', false])
    break
  }
  expect(isClosed).toBe(true)
})

test('frames are read from pieces of any size', () => {
  const text =
    ': ping\n\nretry: 1500\n\nid: 1-1\nevent: note\ndata: {"a":\r\ndata: 1}\r\n\r\ndata:x\rdata\r\rid\n\n'
  for (let size = 1; size <= text.length; size++) {
    const reader = createFrameReader()
    const frames = []
    for (let at = 0; at < text.length; at += size) frames.push(...reader.read(text.slice(at, at + size)))
    expect([size, frames]).toEqual([
      size,
      [
        { id: '1-1', event: 'note', data: '{"a":\n1}' },
        { id: '1-1', event: 'message', data: 'x\n' },
      ],
    ])
    expect(reader.retryMs).toBe(1500)
  }
})
