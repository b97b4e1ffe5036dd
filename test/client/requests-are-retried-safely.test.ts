import { expect, test } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { PrenticeError } from '../../src/client/prentice-error.ts'
import { planRetry } from '../../src/client/retry.ts'
import { allOf } from '../support/all-of.ts'
import { type AppServer, startAppServer } from '../support/app/app-server.ts'
import { type Fault, startClientProxy } from '../support/client-proxy.ts'

/** A client behind a network that does these to its requests, one after the other. */
async function clientWith(app: AppServer, faults: readonly (Fault | null)[], options: object = {}) {
  const left = [...faults]
  const proxy = await startClientProxy(app.url, () => left.shift() ?? null)
  const client = createClient({ url: proxy.url, apiKey: app.key, firstWaitMs: 1, ...options })
  return { ...client, proxy }
}

const answer = (status: number, headers: Record<string, string> = {}, text = '{"error":"later"}'): Fault => ({
  kind: 'answer',
  status,
  headers,
  text,
})

const failureOf = async (work: Promise<unknown>): Promise<PrenticeError> => {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof PrenticeError)) throw new Error(`this is no PrenticeError: ${error}`)
  return error
}

const titles = async (app: AppServer): Promise<(string | null)[]> => {
  const { jobs } = createClient({ url: app.url, apiKey: app.key })
  return (await allOf(jobs.list())).map(({ title }) => title)
}

test('a create whose responses are lost makes one job', async () => {
  const app = await startAppServer()
  const { jobs, proxy } = await clientWith(app, [
    { kind: 'drop' },
    { kind: 'lose-response' },
    answer(429, { 'retry-after': '0' }),
    answer(503, { 'retry-after': '0' }),
    answer(502, { 'content-type': 'text/html' }, '<h1>Bad gateway</h1>'),
  ])
  const job = await jobs.create(app.project, { prompt: 'Once' })
  expect(job.status).toBe('active')
  expect(await titles(app)).toEqual(['Once'])
  const keys = proxy.requests.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(1)
})

test('two calls have two keys, unless the caller names one', async () => {
  const app = await startAppServer()
  const { jobs } = await clientWith(app, [])
  await jobs.create(app.project, { prompt: 'A' })
  await jobs.create(app.project, { prompt: 'A' })
  const named = { idempotencyKey: 'nightly' }
  const [one, other] = [
    await jobs.create(app.project, { prompt: 'B' }, named),
    await jobs.create(app.project, { prompt: 'B' }, named),
  ]
  expect(one.id).toBe(other.id)
  expect((await titles(app)).toSorted()).toEqual(['A', 'A', 'B'])
})

test('a refusal is one error with status, message, Retry-After and request id, and is not retried', async () => {
  const app = await startAppServer({ rateLimit: 1 })
  const { jobs, proxy } = await clientWith(app, [])
  await jobs.create(app.project, { prompt: 'A' })
  const limited = await failureOf(jobs.create(app.project, { prompt: 'B' }))
  expect(limited).toMatchObject({ name: 'PrenticeError', status: 429, retryAfter: 3600 })
  expect(limited.message).toMatch(/^the project has used its 1 jobs and messages of this hour/)
  const absent = await failureOf(jobs.get({ projectId: app.project, id: 'job_x' }))
  expect([absent.status, absent.retryAfter]).toEqual([404, null])
  expect(absent.requestId).toMatch(/^[0-9a-f-]{36}$/)
  const empty = await failureOf(jobs.create(app.project, { prompt: '' }))
  expect(empty.message).toBe('`prompt` must not be empty or only white space')
  expect(proxy.requests).toHaveLength(4)
})

test('the error names a server that does not respond, or that is not Prentice', async () => {
  const app = await startAppServer()
  const html = answer(200, { 'content-type': 'text/html' }, '<h1>Welcome</h1>')
  const { projects, proxy } = await clientWith(app, [html])
  expect((await failureOf(projects.find('a/b'))).message).toMatch(/text\/html, so it is not from Prentice/)
  const secure = createClient({ url: proxy.url.replace('http:', 'https:'), apiKey: app.key, firstWaitMs: 1 })
  expect((await failureOf(secure.projects.find('a/b'))).message).toMatch(
    /^https:\/\/127\.0\.0\.1:\d+ speaks http, not https: /,
  )
  proxy.close()
  const gone = await failureOf(projects.find('a/b'))
  expect([gone.status, gone.message]).toEqual([
    null,
    expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED/),
  ])
})

test('a redirect is not followed, so that the key stays with its server', async () => {
  const app = await startAppServer()
  const thief = await startClientProxy(app.url)
  const { jobs, proxy } = await clientWith(app, [
    answer(307, { location: `${thief.url}/v2/agent/${app.project}/job` }),
  ])
  const { status, message } = await failureOf(jobs.create(app.project, { prompt: 'A' }))
  expect(status).toBe(307)
  expect(message).toContain(`${proxy.url} redirects to ${thief.url}`)
  expect(thief.requests).toEqual([])
})

test('a request ends when its signal aborts, even between two attempts', async () => {
  const app = await startAppServer()
  const stop = new AbortController()
  const { projects, proxy } = await clientWith(app, Array(9).fill({ kind: 'drop' }), { firstWaitMs: 60_000 })
  const asked = projects.find('acme/docs', { signal: stop.signal })
  await expect.poll(() => proxy.requests.length).toBe(1)
  stop.abort(new Error('enough'))
  await expect(asked).rejects.toThrow('enough')
})

test('a server that does not respond to a request causes a timeout', async () => {
  const app = await startAppServer()
  const silent = await startClientProxy('http://127.0.0.1:9', () => ({ kind: 'lose-response' }))
  const { projects } = createClient({
    url: app.url,
    apiKey: app.key,
    retries: 0,
    timeoutMs: 20,
    fetch: (_input, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  })
  expect((await failureOf(projects.find('a/b'))).message).toBe(`${app.url} did not respond within 0.02 s`)
  silent.close()
})

test.each([
  [{ status: 503 }, 1, 375],
  [{ status: null }, 2, 750],
  [{ status: 408 }, 30, 15_000],
  [{ status: 429, retryAfter: 7 }, 1, 7_375],
  [{ status: 429, retryAfter: 61 }, 1, null],
  [{ status: 500 }, 1, null],
  [{ status: 400 }, 1, null],
  [{ status: 409 }, 1, null],
])('after %j, attempt %i, the wait is %s ms', (details, failed, ms) => {
  const policy = { retries: 30, maxRetryAfter: 60, firstWaitMs: 500 }
  expect(planRetry(new PrenticeError('x', details), failed, policy, 0.5)).toBe(ms)
  expect(planRetry(new PrenticeError('x', details), 31, policy, 0.5)).toBeNull()
})

test.each([
  ['http://prentice.example.com', /use https, because the API key would be readable/],
  ['ftp://prentice.example.com', /must begin with https/],
  ['prentice.example.com', /is not a URL/],
  ['https://me:secret@prentice.example.com', /must not contain a user/],
  ['https://prentice.example.com/?a=b', /must not contain `\?`/],
])('the address %s is refused', (url, message) => {
  expect(() => createClient({ url, apiKey: 'prn_x' })).toThrow(message)
})

test.each([
  ['prn_secret\nx: y', 'has white space within it'],
  ['Bearer prn_secret', 'has white space within it'],
  ['"prn_secret"', 'is in quotes'],
  ['prn_secret…', 'has characters that no key has'],
  [' \n', 'is empty'],
])('the key %j is refused, and not repeated in the message', (apiKey, why) => {
  const create = () => createClient({ url: 'https://prentice.example.com', apiKey })
  expect(create).toThrow(`\`apiKey\` ${why}: it must be an API key alone, prn_…`)
})

test.each(['\n', '\r\n', ' '])('a key is used without the white space at its end: %j', async (end) => {
  const sent: (string | null)[] = []
  const client = createClient({
    url: 'https://prentice.example.com',
    apiKey: `\ufeffprn_x${end}`,
    fetch: async (...request) => {
      sent.push(new Request(...request).headers.get('authorization'))
      return Response.json({ projects: [], nextCursor: null })
    },
  })
  await client.projects.list().first()
  expect(sent).toEqual(['Bearer prn_x'])
})
