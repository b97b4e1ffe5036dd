import type { Description } from '../../test/support/app/check-described.ts'
import { type AppServer, openAppServer } from '../../test/support/app/open-app-server.ts'
import { RETENTION } from '../../test/support/app/retention.ts'
import { playRunner } from './play-runner.ts'
import { readRecordedRuns } from './recorded-runs.ts'

export interface ApiRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** `null`: no key is sent. */
  readonly key?: null
}

export interface Call extends ApiRequest {
  readonly status: number
  readonly answer: Headers
  readonly text: string
}

const AT = Date.parse('2026-11-20T23:02:31.827Z')

/** Makes every call of docs/api.md against the server, with a clock and ids that are always the same. */
export async function recordCalls(): Promise<{ calls: Map<string, Call>; description: Description }> {
  let jobs = 0
  const app = await openAppServer({
    defaultModel: 'anthropic/claude-sonnet-5-5',
    newJobId: () => `job_01m7xk4ymke8m8qhxhtq1qm${(0xf80 + jobs++).toString(16)}`,
  })
  try {
    app.clock.at = AT
    const calls = new Map<string, Call>()
    const call = async (name: string, request: ApiRequest): Promise<Call> => {
      const made = await make(app, request)
      calls.set(name, made)
      app.clock.at += 1_000
      return made
    }
    await makeCalls(app, call)
    const { json } = await app.call('GET', '/openapi.json')
    return { calls, description: json as unknown as Description }
  } finally {
    await app.close()
  }
}

async function make(app: AppServer, request: ApiRequest): Promise<Call> {
  const { method, path, body, headers = {}, key } = request
  const options = { headers, ...(body && { body }), ...(key === null && { key }) }
  const { status, headers: answer, text } = await app.call(method, path, options)
  return { ...request, status, answer, text }
}

async function makeCalls(
  app: AppServer,
  call: (name: string, request: ApiRequest) => Promise<Call>,
): Promise<void> {
  const get = (name: string, path: string, headers = {}) => call(name, { method: 'GET', path, headers })
  const post = (name: string, path: string, body?: object, headers = {}) =>
    call(name, { method: 'POST', path, headers, ...(body && { body }) })
  const jobs = `/v2/agent/${app.project}/job`
  const id = 'job_01m7xk4ymke8m8qhxhtq1qmf80'
  const job = `${jobs}/${id}`
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const key = { project: app.project, job: id }
  const { published, refused } = readRecordedRuns()

  await get('projects', '/v2/projects?repository=acme/docs')
  await post('create', jobs, { prompt: 'Correct the spelling in README.md' })
  const active = await get('get', job)
  await get('get-unchanged', job, { 'If-None-Match': active.answer.get('etag') ?? '' })
  await playRunner(deps, key, app.clock, published)
  await get('get-completed', job)
  await get('events', `${job}/events`)
  await post('message', `${job}/message`, { prompt: 'Also raise the version in package.json' })
  await playRunner(deps, key, app.clock, refused)
  await get('get-failed', job)
  await get('runs', `${job}/runs`)
  await get('messages', `${job}/messages?limit=1`)
  await get('patch', `${job}/runs/2/patch`)
  await post('retry', `${job}/retry`)

  const again = { 'Idempotency-Key': 'a-name-of-yours-for-this-request' }
  const other = await post('idempotent', jobs, { prompt: 'Add a licence' }, again)
  await post('idempotent-again', jobs, { prompt: 'Add a licence' }, again)
  await post('idempotent-other', jobs, { prompt: 'Add a changelog' }, again)
  await post('cancel', `${other.answer.get('location')}/cancel`)
  await post('archive', `${job}/archive`)
  await post('message-archived', `${job}/message`, { prompt: 'One more thing' })
  await post('unarchive', `${job}/unarchive`)
  await get('list', `/v2/agent/${app.project}/jobs?status=failed&limit=1`)
  await get('list-all', '/v2/jobs?text=licence')
  await get('usage', '/v2/usage?days=1')
  await get('limits', `/v2/agent/${app.project}/limits`)

  await call('no-key', { method: 'GET', path: job, key: null })
  await post('bad-body', jobs, { prompt: '' })
  await get('no-job', `${jobs}/job_01m7xk4ymke8m8qhxhtq1qm000`)
  await post('version-1', `/v1/agent/${app.project}/job`, { prompt: 'Add a licence' })
  while ((await post('limited', jobs, { prompt: 'Add a licence' })).status === 201);
}
