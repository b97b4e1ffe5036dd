import { AgentJob } from '../../../contract/job.ts'
import { type RetryJobDeps, retryJob as retry } from '../../jobs/retry-job.ts'
import { noSuchJob } from '../answer-job.ts'
import type { CallerDeps } from '../authenticate-caller.ts'
import { HttpError } from '../http-error.ts'
import { limitHeaders } from '../limit-headers.ts'
import { caller, JobParameters, jobKeyOf, mustBeInstalled } from './caller.ts'
import { EXAMPLE_JOB } from './examples.ts'
import { IdempotencyHeaders, idempotentCall } from './idempotent-call.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Operation } from './operation.ts'
import { refuseTurn } from './refuse-turn.ts'

export const retryJob = (deps: RetryJobDeps & CallerDeps): Operation => ({
  id: 'retryJob',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/retry',
  summary: 'Retry a failed job',
  description:
    'The turn that failed, once more, without a new message. Where its work was kept as a patch because it could not be published, that is published without asking the model again, as long as it still applies; otherwise the agent runs again. Counts like a message.',
  parameters: JobParameters,
  requestHeaders: IdempotencyHeaders,
  answers: {
    200: { description: 'The job, active.', schema: AgentJob, headers: ['limits'], example: EXAMPLE_JOB },
  },
  refusals: [400, 401, 403, 404, 409, 429, 503],

  async answer(c) {
    const { key, project } = await caller(deps, c)
    const call = idempotentCall(c, key, project, '')
    await mustBeInstalled(deps, project, call)
    const jobKey = jobKeyOf(c, project)
    const retried = await retry(deps, jobKey, call)
    switch (retried.kind) {
      case 'accepted':
        return jsonAnswer(c, 200, retried.body, limitHeaders(retried.allowance))
      case 'absent':
        throw noSuchJob(jobKey.job)
      case 'active':
      case 'completed':
        throw new HttpError(
          409,
          `the job is ${retried.kind}: only a failed one can be retried; send a message instead`,
        )
      case 'archived':
        throw new HttpError(409, 'the job is archived and runs no more; unarchive it, then retry')
      case 'emptied':
        throw new HttpError(
          409,
          'the prompts of this job were deleted while it was archived; say in a message what to do',
        )
      case 'limited':
      case 'spent':
      case 'other-body':
        throw refuseTurn(retried)
    }
  },
})
