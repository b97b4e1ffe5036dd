import { RunList } from '../../../contract/run.ts'
import { listRuns } from '../../records/run-history.ts'
import { loadJob } from '../../records/update-job.ts'
import type { CallerDeps } from '../auth/authenticate-caller.ts'
import { EXAMPLE_RUN } from './openapi/examples.ts'
import type { Operation } from './openapi/operation.ts'
import { noSuchJob } from './request/job-response.ts'
import { jsonResponse } from './request/json-response.ts'
import { caller, JobParameters, jobKeyOf } from './request/request-caller.ts'

export const listJobRunsRoute = (deps: CallerDeps): Operation => ({
  id: 'listRuns',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/runs',
  summary: 'List the runs of a job',
  description:
    'Returns the runs of the job, oldest first: state, reason, summary, token use and cost. Returns at most the 201 most recent runs.',
  parameters: JobParameters,
  answers: { 200: { description: 'The runs.', schema: RunList, example: { runs: [EXAMPLE_RUN] } } },
  refusals: [401, 403, 404, 503],

  async answer(c) {
    const { project } = await caller(deps, c)
    const key = jobKeyOf(c, project)
    const found = await loadJob(deps.store, key)
    if (found === null) throw noSuchJob(key.job)
    return jsonResponse(c, 200, JSON.stringify({ runs: await listRuns(deps.store, found.job) }))
  },
})
