import { createRoute } from '@hono/zod-openapi'
import { AgentJob, CreateJobBody } from '../../../contract/job.ts'
import type { Accepted, WorkRequest, WorkStore } from '../../jobs/admit-request.ts'
import { createJob } from '../../jobs/create-job.ts'
import { admissionError } from '../shared/admission-error.ts'
import { describeIgnored, type IgnoredField } from '../shared/ignored-fields.ts'
import { requireBranchName, requireFallbacks, requireModel, requireRefOfReview } from '../shared/json-body.ts'
import { jsonResponse } from '../shared/json-response.ts'
import { rateLimitHeaders } from '../shared/too-many-requests.ts'
import {
  API_KEY,
  describeBody,
  describeRefusals,
  describeResponse,
  NEEDS_INSTALLATION,
} from './operation/describe-response.ts'
import { EXAMPLE_JOB } from './operation/examples.ts'
import type { Operation, V2Deps } from './operation/operation.ts'
import {
  authorizeWithBody,
  IdempotencyHeaders,
  idempotencyKeyOf,
  ProjectParameters,
} from './operation/request-caller.ts'

export const createJobRoute = (deps: V2Deps): Operation => ({
  route: createRoute({
    operationId: 'createJob',
    method: 'post',
    path: '/v2/agent/{projectId}/job',
    summary: 'Create a job',
    description:
      'Sends a prompt to the agent. The job runs in the background; poll it until its `status` is not `active`.',
    tags: ['Jobs'],
    security: API_KEY,
    request: {
      params: ProjectParameters,
      headers: IdempotencyHeaders,
      body: describeBody(CreateJobBody, { prompt: 'Correct the spelling in the README' }),
    },
    responses: {
      201: describeResponse({
        description: 'The new job.',
        schema: AgentJob,
        headers: ['Location', 'limits', 'Prentice-Ignored-Fields?'],
        example: EXAMPLE_JOB,
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 429, 503], {
        404: NEEDS_INSTALLATION,
        409: 'The `Idempotency-Key` was used with another body.',
      }),
    },
  }),

  async handle(c) {
    const { key, project, origin, value, text, ignored } = await authorizeWithBody(
      deps.access,
      c,
      CreateJobBody,
    )
    const idempotencyKey = idempotencyKeyOf(c, key, project, text)
    const { id, body, allowance } = await startJob(
      deps,
      { project, origin, idempotencyKey },
      { value, ignored },
    )
    const location = `/v2/agent/${project.id}/job/${id}`
    return jsonResponse(c, 201, body, { location, ...rateLimitHeaders(allowance) })
  },
})

/** Creates the job that a body asks for. Throws the HttpError of a refusal. */
export async function startJob(
  deps: Pick<V2Deps, keyof WorkStore | 'isModel' | 'logContext'>,
  request: WorkRequest,
  { value, ignored }: { readonly value: CreateJobBody; readonly ignored: readonly IgnoredField[] },
): Promise<Accepted> {
  requireBranchName(value.ref)
  requireModel(value.model, deps.isModel)
  requireFallbacks(value, deps.isModel)
  requireRefOfReview(value)
  const { prompt, ref = null, model = null, draft = value.asDraft ?? null } = value
  const { metadata, workingDirectory, mode, fallbackModels, outputSchema, questions } = value
  const outcome = await createJob(deps, {
    ...{ ...request, prompt, ref, model, fallbackModels, draft, mode, outputSchema, questions },
    ...(metadata && { metadata }),
    ...(ignored.length > 0 && { ignored: describeIgnored(ignored) }),
    ...(workingDirectory !== undefined && { workingDirectory }),
  })
  if (outcome.kind !== 'accepted') throw admissionError(outcome)
  deps.logContext.note({ job: outcome.id })
  return outcome
}
