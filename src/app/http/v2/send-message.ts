import { AgentJob, MessageBody } from '../../../contract/job.ts'
import { MOST_WAITING, type SendMessageDeps, sendMessage } from '../../jobs/send-message.ts'
import type { CallerDeps } from '../auth/authenticate-caller.ts'
import { HttpError } from '../shared/http-error.ts'
import { rateLimitHeaders } from '../shared/rate-limit-headers.ts'
import { NEEDS_INSTALLATION } from './openapi/describe-refusal.ts'
import { EXAMPLE_DONE } from './openapi/examples.ts'
import type { Operation } from './openapi/operation.ts'
import { IdempotencyHeaders, idempotentCall } from './request/idempotency-key.ts'
import { noSuchJob } from './request/job-response.ts'
import { jsonResponse } from './request/json-response.ts'
import { callerWithBody, JobParameters, jobKeyOf, mustBeInstalled } from './request/request-caller.ts'
import { turnError } from './request/turn-errors.ts'

export const sendMessageRoute = (deps: SendMessageDeps & CallerDeps): Operation => ({
  id: 'sendMessage',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/message',
  summary: 'Send a follow-up message',
  description:
    'Continues the job on the same branch and pull request. A running agent takes the message up between two steps; otherwise the message starts the next run, and the job is `active` again.',
  parameters: JobParameters,
  requestHeaders: IdempotencyHeaders,
  body: { schema: MessageBody, example: { prompt: 'Also mention it in the changelog' } },
  answers: {
    200: {
      description: 'The job, which is `active`.',
      schema: AgentJob,
      headers: ['limits'],
      example: { ...EXAMPLE_DONE, status: 'active' },
    },
  },
  refusals: [400, 401, 403, 404, 409, 413, 415, 429, 503],
  refusalDescriptions: {
    404: NEEDS_INSTALLATION,
    409: 'The job is archived, or the `Idempotency-Key` was used with another body.',
  },

  async answer(c) {
    const { key, project, value, text } = await callerWithBody(deps, c, MessageBody)
    const call = idempotentCall(c, key, project, text)
    await mustBeInstalled(deps, project, call)
    const jobKey = jobKeyOf(c, project)
    const messaged = await sendMessage(deps, jobKey, value.prompt, call)
    switch (messaged.kind) {
      case 'accepted':
        return jsonResponse(c, 200, messaged.body, rateLimitHeaders(messaged.allowance))
      case 'absent':
        throw noSuchJob(jobKey.job)
      case 'archived':
        throw new HttpError(
          409,
          'the job is archived and takes no messages; unarchive it or create a new one',
        )
      case 'full':
        throw tooManyWaiting()
      case 'limited':
      case 'spent':
      case 'other-body':
        throw turnError(messaged)
    }
  },
})

const tooManyWaiting = (): HttpError =>
  new HttpError(429, `${MOST_WAITING} messages wait for this job already; try again when it has taken some`, {
    'retry-after': '30',
  })
