import { AgentJob, MessageBody } from '../../../contract/job.ts'
import { type MessageJobDeps, MOST_WAITING, messageJob } from '../../jobs/message-job.ts'
import { noSuchJob } from '../answer-job.ts'
import type { CallerDeps } from '../authenticate-caller.ts'
import { HttpError } from '../http-error.ts'
import { limitHeaders } from '../limit-headers.ts'
import { callerWithBody, JobParameters, jobKeyOf, mustBeInstalled } from './caller.ts'
import { EXAMPLE_DONE } from './examples.ts'
import { IdempotencyHeaders, idempotentCall } from './idempotent-call.ts'
import { jsonAnswer } from './json-answer.ts'
import type { Operation } from './operation.ts'
import { refuseTurn } from './refuse-turn.ts'

export const sendMessage = (deps: MessageJobDeps & CallerDeps): Operation => ({
  id: 'sendMessage',
  method: 'post',
  path: '/v2/agent/{projectId}/job/{id}/message',
  summary: 'Send a follow-up message',
  description:
    'Asks for more, on the same branch and pull request. A running agent takes the message up between two steps; otherwise it is the next turn, and the job is `active` again.',
  parameters: JobParameters,
  requestHeaders: IdempotencyHeaders,
  body: { schema: MessageBody, example: { prompt: 'Also mention it in the changelog' } },
  answers: {
    200: {
      description: 'The job, active.',
      schema: AgentJob,
      headers: ['limits'],
      example: { ...EXAMPLE_DONE, status: 'active' },
    },
  },
  refusals: [400, 401, 403, 404, 409, 413, 415, 429, 503],

  async answer(c) {
    const { key, project, value, text } = await callerWithBody(deps, c, MessageBody)
    const call = idempotentCall(c, key, project, text)
    await mustBeInstalled(deps, project, call)
    const jobKey = jobKeyOf(c, project)
    const messaged = await messageJob(deps, jobKey, value.prompt, call)
    switch (messaged.kind) {
      case 'accepted':
        return jsonAnswer(c, 200, messaged.body, limitHeaders(messaged.allowance))
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
        throw refuseTurn(messaged)
    }
  },
})

const tooManyWaiting = (): HttpError =>
  new HttpError(429, `${MOST_WAITING} messages wait for this job already; try again when it has taken some`, {
    'retry-after': '30',
  })
