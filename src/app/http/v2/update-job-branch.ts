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
import { EXAMPLE_DONE } from './operation/examples.ts'
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
import { tooManyWaiting } from './send-message.ts'

export const updateJobBranchRoute = ({
  access,
  jobs,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'updateBranch'>
}): Operation => ({
  route: createRoute({
    operationId: 'updateJobBranch',
    method: 'post',
    path: '/v2/agent/{projectId}/job/{id}/update',
    summary: 'Update the branch of a job',
    description:
      'Merges the base into the branch of the pull request. If there is no conflict, GitHub merges, and no runner starts. Otherwise the agent resolves the conflicts. The request is a message: it waits for the current run to end, and counts towards the same limits.',
    tags: ['Jobs'],
    security: API_KEY,
    request: { params: JobParameters, headers: IdempotencyHeaders },
    responses: {
      200: describeResponse({
        description: 'The job, which is `active`.',
        schema: AgentJob,
        headers: ['limits'],
        example: { ...EXAMPLE_DONE, status: 'active' },
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 429, 503], {
        404: NEEDS_INSTALLATION,
        409: 'The job has no open pull request, or is archived.',
      }),
    },
  }),

  async handle(c) {
    const { key, project, origin } = await authorize(access, c)
    refuseQuery(c)
    const { job } = jobKeyOf(c, project)
    const idempotencyKey = idempotencyKeyOf(c, key, project, '')
    const outcome = await jobs.updateBranch({ project, origin, idempotencyKey, job })
    switch (outcome.kind) {
      case 'accepted':
        return jsonResponse(c, 200, outcome.body, rateLimitHeaders(outcome.allowance))
      case 'absent':
        throw noSuchJob(job)
      case 'no-pull-request':
        throw new HttpError(
          409,
          'the job has no open pull request whose branch could be brought up to date; send a message instead',
        )
      case 'archived':
        throw new HttpError(409, 'the job is archived; unarchive it, then update its branch')
      case 'full':
        throw tooManyWaiting()
      default:
        throw admissionError(outcome)
    }
  },
})
