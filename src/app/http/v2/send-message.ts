import { createRoute } from '@hono/zod-openapi'
import { AgentJob, MessageBody } from '../../../contract/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import { MAX_WAITING } from '../../jobs/send-message.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { admissionError, rateLimitHeaders } from '../shared/admission-error.ts'
import { HttpError } from '../shared/http-error.ts'
import { jsonResponse } from '../shared/json-response.ts'
import {
  API_KEY,
  describeBody,
  describeRefusals,
  describeResponse,
  NEEDS_INSTALLATION,
} from './operation/describe-response.ts'
import { EXAMPLE_DONE } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import {
  authorizeWithBody,
  IdempotencyHeaders,
  idempotencyKeyOf,
  JobParameters,
  jobKeyOf,
  noSuchJob,
} from './operation/request-caller.ts'

export const sendMessageRoute = ({
  access,
  jobs,
}: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'sendMessage'>
}): Operation => ({
  route: createRoute({
    operationId: 'sendMessage',
    method: 'post',
    path: '/v2/agent/{projectId}/job/{id}/message',
    summary: 'Send a follow-up message',
    description:
      'Continues the job on the same branch and pull request. A running agent reads the message between two steps; otherwise the message starts the next run, and the job is `active` again.',
    tags: ['Jobs'],
    security: API_KEY,
    request: {
      params: JobParameters,
      headers: IdempotencyHeaders,
      body: describeBody(MessageBody, { prompt: 'Also mention it in the changelog' }),
    },
    responses: {
      200: describeResponse({
        description: 'The job, which is `active`.',
        schema: AgentJob,
        headers: ['limits'],
        example: { ...EXAMPLE_DONE, status: 'active' },
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 429, 503], {
        404: NEEDS_INSTALLATION,
        409: 'The job is archived, or the `Idempotency-Key` was used with another body.',
      }),
    },
  }),

  async handle(c) {
    const { key, project, origin, value, text } = await authorizeWithBody(access, c, MessageBody)
    const { job } = jobKeyOf(c, project)
    const idempotencyKey = idempotencyKeyOf(c, key, project, text)
    const outcome = await jobs.sendMessage({ project, origin, idempotencyKey, job, prompt: value.prompt })
    switch (outcome.kind) {
      case 'accepted':
        return jsonResponse(c, 200, outcome.body, rateLimitHeaders(outcome.allowance))
      case 'absent':
        throw noSuchJob(job)
      case 'archived':
        throw new HttpError(
          409,
          'the job is archived and takes no messages; unarchive it or create a new one',
        )
      case 'full':
        throw tooManyWaiting()
      default:
        throw admissionError(outcome)
    }
  },
})

/** A message that finds no room. */
export const tooManyWaiting = (): HttpError =>
  new HttpError(
    429,
    `${MAX_WAITING} messages are already waiting for this job; try again once some of them have been processed`,
    {
      'retry-after': '30',
    },
  )
