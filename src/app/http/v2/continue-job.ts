import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AgentJob, MessageBody } from '../../../contract/job.ts'
import type { Accepted, WorkRequest, WorkStore } from '../../jobs/admit-request.ts'
import { type RetryJobOutcome, retryJob } from '../../jobs/retry-job.ts'
import { MAX_WAITING, sendMessage, type UpdateBranchOutcome, updateBranch } from '../../jobs/send-message.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { admissionError } from '../shared/admission-error.ts'
import { HttpError } from '../shared/http-error.ts'
import { describeIgnored, type IgnoredField } from '../shared/ignored-fields.ts'
import type { Env } from '../shared/json-body.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { rateLimitHeaders, tooManyRequests } from '../shared/too-many-requests.ts'
import {
  API_KEY,
  describeBody,
  describeRefusals,
  describeResponse,
  NEEDS_INSTALLATION,
} from './operation/describe-response.ts'
import { EXAMPLE_DONE, EXAMPLE_JOB } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import { refuseQuery } from './operation/page-query.ts'
import {
  authorize,
  authorizeWithBody,
  IdempotencyHeaders,
  idempotencyKeyOf,
  JobParameters,
  jobKeyOf,
  noSuchJob,
} from './operation/request-caller.ts'

/** What makes a job active again, or gives a running agent more to do: a message, a retry, an update of the branch. */
export const continueJobRoutes = (
  deps: WorkStore & { readonly access: CallerAccess },
): readonly Operation[] => [
  {
    route: createRoute({
      ...OF_JOBS,
      operationId: 'sendMessage',
      path: '/v2/agent/{projectId}/job/{id}/message',
      summary: 'Send a follow-up message',
      description:
        'Continues the job on the same branch and pull request. A running agent reads the message between two steps; otherwise the message starts the next run, and the job is `active` again.',
      request: {
        params: JobParameters,
        headers: IdempotencyHeaders,
        body: describeBody(MessageBody, { prompt: 'Also mention it in the changelog' }),
      },
      responses: {
        200: activeJob({ ...EXAMPLE_DONE, status: 'active' }, ['Prentice-Ignored-Fields?']),
        ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 429, 503], {
          404: NEEDS_INSTALLATION,
          409: 'The job is archived, or the `Idempotency-Key` was used with another body.',
        }),
      },
    }),

    async handle(c) {
      const { key, project, origin, value, text, ignored } = await authorizeWithBody(
        deps.access,
        c,
        MessageBody,
      )
      const { job } = jobKeyOf(c, project)
      const idempotencyKey = idempotencyKeyOf(c, key, project, text)
      const request = { project, origin, idempotencyKey }
      const { body, allowance } = await continueJob(deps, request, job, { value, ignored })
      return jsonResponse(c, 200, body, rateLimitHeaders(allowance))
    },
  },
  {
    route: createRoute({
      ...OF_JOBS,
      operationId: 'retryJob',
      path: '/v2/agent/{projectId}/job/{id}/retry',
      summary: 'Retry a failed job',
      description:
        'Repeats the failed run with the same prompts. If its work was saved as a patch that still applies, the patch is published without calling the model; otherwise the agent runs again. Counts like a message.',
      request: { params: JobParameters, headers: IdempotencyHeaders },
      responses: {
        200: activeJob(EXAMPLE_JOB),
        ...describeRefusals([400, 401, 403, 404, 409, 429, 503], {
          404: NEEDS_INSTALLATION,
          409: 'The job is not failed, is archived, or its prompts were deleted.',
        }),
      },
    }),

    async handle(c) {
      const request = await readRequest(deps.access, c)
      const outcome = await retryJob(deps, request)
      return respond(
        c,
        request.job,
        outcome,
        'the job is archived and runs no more; unarchive it, then retry',
      )
    },
  },
  {
    route: createRoute({
      ...OF_JOBS,
      operationId: 'updateJobBranch',
      path: '/v2/agent/{projectId}/job/{id}/update',
      summary: 'Update the branch of a job',
      description:
        'Merges the base into the branch of the pull request. If there is no conflict, GitHub merges, and no runner starts. Otherwise the agent resolves the conflicts. The request is a message: it waits for the current run to end, and counts towards the same limits.',
      request: { params: JobParameters, headers: IdempotencyHeaders },
      responses: {
        200: activeJob({ ...EXAMPLE_DONE, status: 'active' }),
        ...describeRefusals([400, 401, 403, 404, 409, 429, 503], {
          404: NEEDS_INSTALLATION,
          409: 'The job has no open pull request, or is archived.',
        }),
      },
    }),

    async handle(c) {
      const request = await readRequest(deps.access, c)
      const outcome = await updateBranch(deps, request)
      return respond(c, request.job, outcome, 'the job is archived; unarchive it, then update its branch')
    },
  },
]

/** Sends the message that a body holds. Throws the HttpError of a refusal. */
export async function continueJob(
  deps: WorkStore,
  request: WorkRequest,
  job: string,
  { value, ignored }: { readonly value: MessageBody; readonly ignored: readonly IgnoredField[] },
): Promise<Accepted> {
  const { prompt, mode } = value
  const outcome = await sendMessage(deps, {
    ...{ ...request, job, prompt, mode },
    ...(ignored.length > 0 && { ignored: describeIgnored(ignored) }),
  })
  return accepted(job, outcome, 'the job is archived and takes no messages; unarchive it or create a new one')
}

const OF_JOBS = { method: 'post' as const, tags: ['Jobs'], security: API_KEY }

const activeJob = (example: object, more: readonly 'Prentice-Ignored-Fields?'[] = []) =>
  describeResponse({
    description: 'The job, which is `active`.',
    schema: AgentJob,
    headers: ['limits', ...more],
    example,
  })

/** Of an operation without a body. */
async function readRequest(access: CallerAccess, c: Context<Env>) {
  const { key, project, origin } = await authorize(access, c)
  refuseQuery(c)
  const { job } = jobKeyOf(c, project)
  return { project, origin, idempotencyKey: idempotencyKeyOf(c, key, project, ''), job }
}

function respond(c: Context<Env>, ...[job, outcome, ifArchived]: Parameters<typeof accepted>): Response {
  const { body, allowance } = accepted(job, outcome, ifArchived)
  return jsonResponse(c, 200, body, rateLimitHeaders(allowance))
}

/** Throws the HttpError of every other outcome. */
function accepted(job: string, outcome: UpdateBranchOutcome | RetryJobOutcome, ifArchived: string): Accepted {
  switch (outcome.kind) {
    case 'accepted':
      return outcome
    case 'absent':
      throw noSuchJob(job)
    case 'archived':
      throw new HttpError(409, ifArchived)
    case 'full':
      throw tooManyRequests(
        `${MAX_WAITING} messages are already waiting for this job; try again once some of them have been processed`,
        30,
      )
    case 'active':
    case 'completed':
      throw new HttpError(
        409,
        `the job is ${outcome.kind}: only a failed one can be retried; send a message instead`,
      )
    case 'emptied':
      throw new HttpError(
        409,
        'the prompts of this job were deleted while it was archived; say in a message what to do',
      )
    case 'no-pull-request':
      throw new HttpError(
        409,
        'the job has no open pull request whose branch could be brought up to date; send a message instead',
      )
    default:
      throw admissionError(outcome)
  }
}
