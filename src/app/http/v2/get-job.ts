import { AgentJob } from '../../../contract/job.ts'
import { answerJob } from '../answer-job.ts'
import type { CallerDeps } from '../authenticate-caller.ts'
import { caller, JobParameters, jobKeyOf } from './caller.ts'
import { EXAMPLE_DONE } from './examples.ts'
import type { Operation } from './operation.ts'

/** The described route. Pollers are mostly answered by the plain handler of server.ts, with the same bytes. */
export const getJob = (deps: CallerDeps): Operation => ({
  id: 'getJob',
  method: 'get',
  path: '/v2/agent/{projectId}/job/{id}',
  summary: 'Get a job',
  description:
    'Poll it, every few seconds, until its status is `completed`, `failed` or `archived`. With `If-None-Match` an unchanged job costs next to nothing.',
  parameters: JobParameters,
  answers: {
    200: {
      description: 'The job as it is now.',
      schema: AgentJob,
      headers: ['ETag', 'X-Job-Reason?'],
      example: EXAMPLE_DONE,
    },
    304: { description: 'The job is what the validator stands for.', headers: ['ETag', 'X-Job-Reason?'] },
  },
  refusals: [401, 403, 404, 503],

  async answer(c) {
    const { project } = await caller(deps, c)
    const ifNoneMatch = c.req.header('if-none-match')
    const { status, headers, body } = await answerJob(deps.store, jobKeyOf(c, project), ifNoneMatch)
    return c.newResponse(status === 304 ? null : body, status, headers)
  },
})
