import { RunList } from '../../../contract/run.ts'
import { loadJob } from '../../jobs/update-job.ts'
import { listRuns } from '../../runs/run-history.ts'
import { noSuchJob } from '../answer-job.ts'
import type { CallerDeps } from '../authenticate-caller.ts'
import { caller, JobParameters, jobKeyOf } from './caller.ts'
import { EXAMPLE_RUN } from './examples.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Operation } from './operation.ts'

export const listJobRuns = (deps: CallerDeps): Operation => ({
  id: 'listRuns',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}/runs',
  summary: 'List the runs of a job',
  description:
    'Each turn of the job, oldest first: its state, why it failed or changed nothing and what to do next, what the agent says it did, and what it cost. Of more than 201 turns, the newest 201.',
  parameters: JobParameters,
  answers: { 200: { description: 'The runs.', schema: RunList, example: { runs: [EXAMPLE_RUN] } } },
  refusals: [401, 403, 404, 503],

  async answer(c) {
    const { project } = await caller(deps, c)
    const key = jobKeyOf(c, project)
    const found = await loadJob(deps.store, key)
    if (found === null) throw noSuchJob(key.job)
    return jsonAnswer(c, 200, JSON.stringify({ runs: await listRuns(deps.store, found.job) }))
  },
})
