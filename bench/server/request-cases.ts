import type { Request } from 'autocannon'
import { createJobs, createRequest, getFrom } from '../load/create-jobs.ts'
import type { Target } from '../target/start-target.ts'
import type { RequestCase } from './measure-requests.ts'

const JOBS = 10_000
const READ = 1_000
/** Enough that no job reaches the limit of twenty waiting messages. */
const MESSAGED = 20_000

/** The requests of callers. Jobs that are read get no messages, so they do not change. */
export async function requestCases(app: Target): Promise<RequestCase[]> {
  const [project = '', other = ''] = app.projects
  const paths = await createJobs(app, project, JOBS)
  const messaged = await createJobs(app, other, MESSAGED)
  const [path = ''] = paths
  const etag = (await getFrom(app, path)).headers.get('etag') ?? ''
  const headers = { authorization: `Bearer ${app.key}`, 'if-none-match': etag }
  const get = (at: string): Request => ({ method: 'GET', path: at })
  return [
    { name: 'get, one job', load: { requests: [get(path)], status: 200 } },
    { name: 'get, 1,000 jobs', load: { requests: paths.slice(0, READ).map(get), status: 200 } },
    { name: 'get, not modified', load: { requests: [{ ...get(path), headers }], status: 304 } },
    { name: 'create, 100 projects', load: { requests: app.projects.map(createRequest), status: 201 } },
    { name: 'message', load: { requests: messaged.map(messageTo), status: 200 } },
    { name: 'list, 20 of 10,000 jobs', load: { requests: [get(listOf(project))], status: 200 } },
    { name: 'runs of a job', load: { requests: [get(`${path}/runs`)], status: 200 } },
  ]
}

const listOf = (project: string): string => `/v2/agent/${project}/jobs?limit=20`

const messageTo = (path: string): Request => ({
  method: 'POST',
  path: `${path}/message`,
  body: JSON.stringify({ prompt: 'Also mention it in the changelog' }),
})
