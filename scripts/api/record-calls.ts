import { reason } from '../../src/contract/reasons.ts'
import type { Description } from '../../test/support/app/check-described.ts'
import { type AppServer, openAppServer } from '../../test/support/app/open-app-server.ts'
import { RETENTION } from '../../test/support/app/retention.ts'
import { playRunner, published } from './play-runner.ts'

export interface Asked {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: object
  readonly headers?: Readonly<Record<string, string>>
  /** Left out: the key of the page. */
  readonly key?: null
}

export interface Call extends Asked {
  readonly status: number
  readonly answer: Headers
  readonly text: string
}

const AT = Date.parse('2026-11-20T23:02:31.827Z')
const PATCH = `diff --git a/.github/dependabot.yml b/.github/dependabot.yml
index 3b18e51..a4d6f0c 100644
--- a/.github/dependabot.yml
+++ b/.github/dependabot.yml
@@ -1 +1 @@
-version: 1
+version: 2
`

/** Every call of docs/api.md, made against the app's server with a clock and ids that are always the same. */
export async function recordCalls(): Promise<{ calls: Map<string, Call>; description: Description }> {
  let jobs = 0
  const app = await openAppServer({
    defaultModel: 'anthropic/claude-sonnet-5-5',
    newJobId: () => `job_01m7xk4ymke8m8qhxhtq1qm${(0xf80 + jobs++).toString(16)}`,
  })
  try {
    app.clock.at = AT
    const calls = new Map<string, Call>()
    const call = async (name: string, asked: Asked): Promise<Call> => {
      const made = await make(app, asked)
      calls.set(name, made)
      app.clock.at += 1_000
      return made
    }
    await tellTheStory(app, call)
    const { json } = await app.call('GET', '/openapi.json')
    return { calls, description: json as unknown as Description }
  } finally {
    await app.close()
  }
}

async function make(app: AppServer, asked: Asked): Promise<Call> {
  const { method, path, body, headers = {}, key } = asked
  const options = { headers, ...(body && { body }), ...(key === null && { key }) }
  const { status, headers: answer, text } = await app.call(method, path, options)
  return { ...asked, status, answer, text }
}

async function tellTheStory(
  app: AppServer,
  call: (name: string, asked: Asked) => Promise<Call>,
): Promise<void> {
  const get = (name: string, path: string, headers = {}) => call(name, { method: 'GET', path, headers })
  const post = (name: string, path: string, body?: object, headers = {}) =>
    call(name, { method: 'POST', path, headers, ...(body && { body }) })
  const jobs = `/v2/agent/${app.project}/job`
  const id = 'job_01m7xk4ymke8m8qhxhtq1qmf80'
  const job = `${jobs}/${id}`
  const deps = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const key = { project: app.project, job: id }

  await get('projects', '/v2/projects?repository=acme/docs')
  await post('create', jobs, { prompt: 'Correct the spelling in README.md' })
  const active = await get('get', job)
  await get('get-unchanged', job, { 'If-None-Match': active.answer.get('etag') ?? '' })
  await playRunner(deps, key, app.clock, {
    events: [
      { type: 'stage', stage: 'claim' },
      { type: 'tool', step: 1, tool: 'read_file', target: 'README.md', ok: true },
      { type: 'step', step: 1, inputTokens: 2210, outputTokens: 96, costUsd: 0.01 },
    ],
    ...published('Corrected three words in README.md.'),
  })
  await get('get-completed', job)
  await get('events', `${job}/events`)
  await post('message', `${job}/message`, { prompt: 'Also raise the version in .github/dependabot.yml' })
  await playRunner(deps, key, app.clock, {
    events: [],
    result: {
      outcome: 'failed',
      acknowledged: 2,
      summary: 'Raised the version of the Dependabot configuration.',
      usage: { steps: 2, inputTokens: 3100, cachedInputTokens: 0, outputTokens: 140, costUsd: 0.01 },
      reason: reason(
        'path-protected',
        '.github/dependabot.yml (protected: only `paths.unprotect` in .github/prentice.yml opens it)',
      ),
      published: null,
      kept: { title: 'Raise the version', body: '', commitMessage: 'Raise the version', endedBy: null },
    },
    delivered: null,
    patch: PATCH,
  })
  await get('get-failed', job)
  await get('runs', `${job}/runs`)
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

  await call('no-key', { method: 'GET', path: job, key: null })
  await post('bad-body', jobs, { prompt: '' })
  await get('no-job', `${jobs}/job_01m7xk4ymke8m8qhxhtq1qm000`)
  await post('version-1', `/v1/agent/${app.project}/job`, { prompt: 'Add a licence' })
  while ((await post('limited', jobs, { prompt: 'Add a licence' })).status === 201);
}
