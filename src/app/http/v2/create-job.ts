import { createRoute } from '@hono/zod-openapi'
import { AgentJob, CreateJobBody } from '../../../contract/job.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { LogContext } from '../../log/create-log.ts'
import type { CallerAccess } from '../auth/caller-access.ts'
import { admissionError, rateLimitHeaders } from '../shared/admission-error.ts'
import { requireBranchName, requireModel } from '../shared/json-body.ts'
import { jsonResponse } from '../shared/json-response.ts'
import {
  API_KEY,
  describeBody,
  describeRefusals,
  describeResponse,
  NEEDS_INSTALLATION,
} from './operation/describe-response.ts'
import { EXAMPLE_JOB } from './operation/examples.ts'
import type { Operation } from './operation/operation.ts'
import {
  authorizeWithBody,
  IdempotencyHeaders,
  idempotencyKeyOf,
  ProjectParameters,
} from './operation/request-caller.ts'

export const createJobRoute = (deps: {
  readonly access: CallerAccess
  readonly jobs: Pick<Jobs, 'create'>
  readonly isModel: (name: string) => boolean
  readonly logContext: LogContext
}): Operation => ({
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
        headers: ['Location', 'limits'],
        example: EXAMPLE_JOB,
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 429, 503], {
        404: NEEDS_INSTALLATION,
        409: 'The `Idempotency-Key` was used with another body.',
      }),
    },
  }),

  async handle(c) {
    const { key, project, origin, value, text } = await authorizeWithBody(deps.access, c, CreateJobBody)
    requireBranchName(value.ref)
    requireModel(value.model, deps.isModel)
    const { prompt, ref = null, model = null, draft = value.asDraft ?? null } = value
    const { metadata, workingDirectory } = value
    const idempotencyKey = idempotencyKeyOf(c, key, project, text)
    const outcome = await deps.jobs.create({
      ...{ project, origin, idempotencyKey, prompt, ref, model, draft },
      ...(metadata && { metadata }),
      ...(workingDirectory !== undefined && { workingDirectory }),
    })
    if (outcome.kind !== 'accepted') throw admissionError(outcome)
    deps.logContext.note({ job: outcome.id })
    const location = `/v2/agent/${project.id}/job/${outcome.id}`
    return jsonResponse(c, 201, outcome.body, { location, ...rateLimitHeaders(outcome.allowance) })
  },
})
