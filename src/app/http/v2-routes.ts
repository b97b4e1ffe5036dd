import type { Context } from 'hono'
import { Hono } from 'hono'
import { CreateJobBody, MessageBody } from '../../contract/job.ts'
import { type AcceptJobDeps, acceptJob } from '../jobs/accept-job.ts'
import { archiveJob, unarchiveJob } from '../jobs/archive-job.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import type { IdempotentCall } from '../jobs/idempotency.ts'
import type { Job } from '../jobs/job-record.ts'
import { viewOf } from '../jobs/job-state.ts'
import { MOST_WAITING, messageJob } from '../jobs/message-job.ts'
import { loadJob } from '../jobs/update-job.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { listProjects } from '../projects/list-projects.ts'
import type { Project } from '../projects/project.ts'
import { listRuns } from '../runs/run-history.ts'
import { keySpace } from '../store/key-space.ts'
import { answerJob, noSuchJob } from './answer-job.ts'
import { authenticateCaller, coveredProject, covers, isJobId, quoted } from './authenticate-caller.ts'
import { clientAddress } from './client-address.ts'
import { HttpError } from './http-error.ts'
import { type Env, jsonBody } from './json-body.ts'
import { limitExceeded, limitHeaders } from './limit-headers.ts'

export interface V2Deps extends AcceptJobDeps {
  readonly isModel: (name: string) => boolean
}

const JOBS = '/v2/agent/:projectId/job'
const JOB = `${JOBS}/:id`
const PROJECTS_PAGE = 100

/** The interface callers see. Each route: who is it, what did they send, do it, answer. */
export function v2Routes(deps: V2Deps): Hono<Env> {
  const app = new Hono<Env>()

  app.post(JOBS, async (c) => {
    const { key, project } = await caller(deps, c)
    const { value, text } = await jsonBody(c, CreateJobBody)
    if (project.installationId === null) throw notInstalled(project)
    if (value.model !== undefined && !deps.isModel(value.model)) throw unknownModel(value.model)
    const accepted = await acceptJob(
      deps,
      project,
      {
        prompt: value.prompt,
        ref: value.ref ?? null,
        model: value.model ?? null,
        draft: value.draft ?? value.asDraft ?? null,
      },
      { kind: 'key', id: key.id, name: key.name },
      idempotentCall(c, key, project, text),
    )
    if (accepted.kind === 'limited') throw limitExceeded(accepted.allowance, deps.now())
    if (accepted.kind === 'other-body') throw otherBody()
    const headers = limitHeaders(accepted.allowance, deps.now())
    return json(c, 201, accepted.body, { ...headers, location: `/v2/agent/${project.id}/job/${accepted.id}` })
  })

  app.get(JOB, async (c) => {
    const { project } = await caller(deps, c)
    const { status, headers, body } = await answerJob(
      deps.store,
      jobKey(c, project),
      c.req.header('if-none-match'),
    )
    return c.newResponse(status === 304 ? null : body, status, headers)
  })

  app.post(`${JOB}/message`, async (c) => {
    const { key, project } = await caller(deps, c)
    const { value, text } = await jsonBody(c, MessageBody)
    if (project.installationId === null) throw notInstalled(project)
    const call = idempotentCall(c, key, project, text)
    const messaged = await messageJob(deps, jobKey(c, project), value.prompt, call)
    switch (messaged.kind) {
      case 'accepted':
        return json(c, 200, messaged.body, limitHeaders(messaged.allowance, deps.now()))
      case 'absent':
        throw noSuchJob(c.req.param('id'))
      case 'archived':
        throw new HttpError(
          409,
          'the job is archived and takes no messages; unarchive it first or create a new one',
        )
      case 'full':
        throw new HttpError(
          429,
          `${MOST_WAITING} messages wait for this job already; try again when it has taken some`,
          {
            'retry-after': '30',
          },
        )
      case 'limited':
        throw limitExceeded(messaged.allowance, deps.now())
      case 'other-body':
        throw otherBody()
    }
  })

  app.get(`${JOB}/runs`, async (c) => {
    const { project } = await caller(deps, c)
    const found = await loadJob(deps.store, jobKey(c, project))
    if (found === null) throw noSuchJob(c.req.param('id'))
    return json(c, 200, JSON.stringify({ runs: await listRuns(deps.store, found.job) }))
  })

  app.get(`${JOB}/runs/:number/patch`, async (c) => {
    const { project } = await caller(deps, c)
    const key = jobKey(c, project)
    const number = c.req.param('number')
    const found = await loadJob(deps.store, key)
    if (found === null) throw noSuchJob(key.job)
    const patch = /^[1-9]\d{0,5}$/.test(number)
      ? await deps.store.get(keySpace.patch(key.job, Number(number)))
      : undefined
    if (patch === undefined) throw new HttpError(404, `run ${quoted(number)} of this job has kept no patch`)
    return c.body(Buffer.from(patch, 'latin1'), 200, {
      'content-type': 'text/x-diff; charset=utf-8',
      'cache-control': 'private, no-cache',
    })
  })

  app.post(`${JOB}/cancel`, (c) => act(deps, c, (key, by) => cancelJob(deps, key, by)))
  app.post(`${JOB}/archive`, (c) => act(deps, c, (key, by) => archiveJob(deps, key, by)))
  app.post(`${JOB}/unarchive`, (c) => act(deps, c, (key) => unarchiveJob(deps, key)))

  app.get('/v2/projects', async (c) => {
    const key = await authenticateCaller(deps, credentials(c))
    const repository = c.req.query('repository')?.toLowerCase()
    const matches = (project: Project): boolean =>
      covers(key, project) &&
      (repository === undefined || `${project.owner}/${project.name}`.toLowerCase() === repository)
    const page = { cursor: c.req.query('cursor') ?? null, limit: PROJECTS_PAGE }
    const { projects, nextCursor } = await listProjects(deps.store, key.accountId, matches, page)
    return json(c, 200, JSON.stringify({ projects: projects.map(projectView), nextCursor }))
  })

  refuseOtherMethods(app)
  return app
}

const projectView = (project: Project) => ({
  id: project.id,
  repository: project.url,
  defaultBranch: project.defaultBranch,
})

const METHODS: Readonly<Record<string, string>> = {
  [JOBS]: 'POST',
  [JOB]: 'GET, HEAD',
  [`${JOB}/message`]: 'POST',
  [`${JOB}/runs`]: 'GET, HEAD',
  [`${JOB}/runs/:number/patch`]: 'GET, HEAD',
  [`${JOB}/cancel`]: 'POST',
  [`${JOB}/archive`]: 'POST',
  [`${JOB}/unarchive`]: 'POST',
  '/v2/projects': 'GET, HEAD',
}

/** A known path with another method (RFC 9110, section 15.5.6), and the version that callers may still know. */
function refuseOtherMethods(app: Hono<Env>): void {
  for (const [path, allow] of Object.entries(METHODS)) {
    app.all(path, (c) => {
      throw new HttpError(405, `${c.req.method} is not possible here; use ${allow}`, { allow })
    })
  }
  app.all('/v1/agent/:projectId/*', (c) => {
    const project = c.req.param('projectId')
    throw new HttpError(
      410,
      `version 1 is gone: create jobs with POST /v2/agent/${project}/job {"prompt": "…"}`,
    )
  })
}

async function caller(deps: V2Deps, c: Context<Env>): Promise<{ key: KeyRecord; project: Project }> {
  const key = await authenticateCaller(deps, credentials(c))
  return { key, project: await coveredProject(deps, key, c.req.param('projectId') ?? '') }
}

const credentials = (c: Context<Env>) => ({
  authorization: c.req.header('authorization'),
  address: clientAddress(c.env.incoming),
  method: c.req.method,
})

/** An id of the wrong form is one that does not exist. */
function jobKey(c: Context<Env>, project: Project): { project: string; job: string } {
  const job = c.req.param('id') ?? ''
  if (!isJobId(job)) throw noSuchJob(job)
  return { project: project.id, job }
}

async function act(
  deps: V2Deps,
  c: Context<Env>,
  work: (key: { project: string; job: string }, by: string) => Promise<Job | null>,
): Promise<Response> {
  const { key, project } = await caller(deps, c)
  const job = await work(jobKey(c, project), `API key ${key.name}`)
  if (job === null) throw noSuchJob(c.req.param('id') ?? '')
  return json(c, 200, JSON.stringify(viewOf(job)))
}

function idempotentCall(
  c: Context<Env>,
  key: KeyRecord,
  project: Project,
  body: string,
): IdempotentCall | null {
  const given = c.req.header('idempotency-key')
  if (given === undefined) return null
  if (given === '' || given.length > 255) {
    throw new HttpError(400, 'the header Idempotency-Key must have 1 to 255 characters')
  }
  return {
    key: given,
    apiKeyId: key.id,
    project: project.id,
    operation: `${c.req.method} ${c.req.path}`,
    body,
  }
}

const json = (
  c: Context<Env>,
  status: 200 | 201,
  body: string,
  headers: Record<string, string> = {},
): Response =>
  c.body(body, status, {
    'content-type': 'application/json',
    'cache-control': 'private, no-cache',
    ...headers,
  })

const notInstalled = (project: Project): HttpError =>
  new HttpError(
    404,
    `the GitHub App is not installed on ${project.owner}/${project.name} any more; install it again`,
  )

const unknownModel = (name: string): HttpError =>
  new HttpError(
    400,
    `\`model\` ${quoted(name)} is not one the action can call; write provider/model, for example anthropic/claude-sonnet-5-5`,
  )

const otherBody = (): HttpError =>
  new HttpError(409, 'this Idempotency-Key was used with another body; use a new key for a new request')
