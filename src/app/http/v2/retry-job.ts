import { createRoute } from '@hono/zod-openapi'
import { AgentJob } from '../../../contract/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { admissionError, rateLimitHeaders } from '../shared/admission-error.ts'
import { HttpError } from '../shared/http-error.ts'
import { jsonResponse } from '../shared/json-response.ts'
import {
  API_KEY,
  describeRefusals,
  describeResponse,
  NEEDS_INSTALLATION,
} from './operation/describe-response.ts'
import { EXAMPLE_JOB } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import {
  authorize,
  IdempotencyHeaders,
  idempotencyKeyOf,
  JobParameters,
  jobKeyOf,
  noSuchJob,
} from './operation/request-caller.ts'

export const retryJobRoute = ({
  access,
  jobs,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'retry'>
}): Operation => ({
  route: createRoute({
    operationId: 'retryJob',
    method: 'post',
    path: '/v2/agent/{projectId}/job/{id}/retry',
    summary: 'Retry a failed job',
    description:
      'Repeats the failed run with the same prompts. If its work was saved as a patch that still applies, the patch is published without calling the model; otherwise the agent runs again. Counts like a message.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: JobParameters, headers: IdempotencyHeaders },
    responses: {
      200: describeResponse({
        description: 'The job, which is `active`.',
        schema: AgentJob,
        headers: ['limits'],
        example: EXAMPLE_JOB,
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 429, 503], {
        404: NEEDS_INSTALLATION,
        409: 'The job is not failed, is archived, or its prompts were deleted.',
      }),
    },
  }),

  async handle(c) {
    const { key, project, origin } = await authorize(access, c)
    refuseQuery(c)
    const { job } = jobKeyOf(c, project)
    const idempotencyKey = idempotencyKeyOf(c, key, project, '')
    const outcome = await jobs.retry({ project, origin, idempotencyKey, job })
    switch (outcome.kind) {
      case 'accepted':
        return jsonResponse(c, 200, outcome.body, rateLimitHeaders(outcome.allowance))
      case 'absent':
        throw noSuchJob(job)
      case 'active':
      case 'completed':
        throw new HttpError(
          409,
          `the job is ${outcome.kind}: only a failed one can be retried; send a message instead`,
        )
      case 'archived':
        throw new HttpError(409, 'the job is archived and runs no more; unarchive it, then retry')
      case 'emptied':
        throw new HttpError(
          409,
          'the prompts of this job were deleted while it was archived; say in a message what to do',
        )
      default:
        throw admissionError(outcome)
    }
  },
})
