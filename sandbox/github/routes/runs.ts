import { notFound } from '../rest/api-error.ts'
import { paginate } from '../rest/paginate.ts'
import type { RepositoryCall, RestResponse, Route } from '../rest/route.ts'
import { workflowJobShape } from '../shapes/workflow-job.ts'
import { runShape } from '../shapes/workflow-run.ts'
import type { Run } from '../state/repository.ts'
import { cancelRun } from '../workflows/end-run.ts'
import { jobLogUrl } from '../workflows/job-logs.ts'
import { selectRuns } from '../workflows/select-runs.ts'
import { repositoryRoute } from './routes-for.ts'

const runOf = ({ repository, params }: RepositoryCall): Run => {
  const run = repository.runs.find(({ id }) => String(id) === params.run_id)
  if (!run) throw notFound()
  return run
}

const cancel =
  (force: boolean) =>
  (call: RepositoryCall): RestResponse => {
    cancelRun(call.state, runOf(call), force)
    return { status: 202, body: {} }
  }

/** The runs of all workflows, as on the Actions page. */
const list = (call: RepositoryCall): RestResponse => {
  const runs = selectRuns(call.repository.runs, null, call.query)
  const { page, headers } = paginate(call, runs)
  const shapes = page.map((run) => runShape(call.state, run))
  return { status: 200, headers, body: { total_count: runs.length, workflow_runs: shapes } }
}

const listJobs = (call: RepositoryCall): RestResponse => {
  const run = runOf(call)
  const filter = call.query.get('filter')
  const isWanted = (attempt: number) => filter === 'all' || attempt === run.attempt
  const jobs = call.repository.workflowJobs.filter((job) => job.run === run && isWanted(job.attempt))
  const { page, headers } = paginate(call, jobs)
  const shapes = page.map((job) => workflowJobShape(call.state, job))
  return { status: 200, headers, body: { total_count: jobs.length, jobs: shapes } }
}

/** GitHub redirects to a storage, whose address is signed and works without a token. */
const redirectToLog = ({ state, repository, params }: RepositoryCall): RestResponse => {
  const job = repository.workflowJobs.find(({ id }) => String(id) === params.job_id)
  if (!job) throw notFound()
  return { status: 302, headers: { location: jobLogUrl(state, job) } }
}

const RUN = '/actions/runs/{run_id}'

export const runRoutes: readonly Route[] = [
  repositoryRoute('GET', '/actions/runs', 'actions:read', list),
  repositoryRoute('GET', RUN, 'actions:read', (call) => ({
    status: 200,
    body: runShape(call.state, runOf(call)),
  })),
  repositoryRoute('GET', `${RUN}/jobs`, 'actions:read', listJobs),
  repositoryRoute('GET', '/actions/jobs/{job_id}/logs', 'actions:read', redirectToLog),
  repositoryRoute('POST', `${RUN}/cancel`, 'actions:write', cancel(false)),
  repositoryRoute('POST', `${RUN}/force-cancel`, 'actions:write', cancel(true)),
]
