import type { Request } from 'autocannon'
import { ask, createIn, givenJobs } from './given-jobs.ts'
import type { RequestCase } from './measure-requests.ts'
import type { Target } from './start-target.ts'

const JOBS = 10_000
const READ = 1_000
/** So many that none has the twenty messages that may wait for a job. */
const TALKED_TO = 20_000

/** What callers ask. The jobs that are read are not those that get messages, and stay as they are. */
export async function requestCases(app: Target): Promise<RequestCase[]> {
  const [project = '', other = ''] = app.projects
  const paths = await givenJobs(app, project, JOBS)
  const talkedTo = await givenJobs(app, other, TALKED_TO)
  const [path = ''] = paths
  const etag = (await ask(app, path)).headers.get('etag') ?? ''
  const headers = { authorization: `Bearer ${app.key}`, 'if-none-match': etag }
  const get = (at: string): Request => ({ method: 'GET', path: at })
  return [
    { name: 'get, one job', load: { requests: [get(path)], status: 200 } },
    { name: 'get, 1,000 jobs', load: { requests: paths.slice(0, READ).map(get), status: 200 } },
    { name: 'get, not modified', load: { requests: [{ ...get(path), headers }], status: 304 } },
    { name: 'create, 100 projects', load: { requests: app.projects.map(createIn), status: 201 } },
    { name: 'message', load: { requests: talkedTo.map(messageTo), status: 200 } },
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
