import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { BatchView, type NewBatch, NewBatch as Schema } from '../../../../contract/batch.ts'
import { createBatch } from '../../../batches/create-batch.ts'
import type { KeyRecord } from '../../../keys/key-record.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { admissionError } from '../../shared/admission-error.ts'
import { requireBranchName, requireModel } from '../../shared/json-body.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { rateLimitHeaders, tooManyRequests } from '../../shared/too-many-requests.ts'
import { describeBody, describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { refuseQuery } from '../operation/page-query.ts'
import { IdempotencyHeaders, idempotencyKeyOf, readJson } from '../operation/request-caller.ts'
import { EXAMPLE_BATCH, managerOf, OF_BATCHES } from './manage-batches.ts'

export const createBatchRoute = (deps: V2Deps): Operation => ({
  route: createRoute({
    ...OF_BATCHES,
    operationId: 'createBatch',
    method: 'post',
    path: '/v2/batches',
    summary: 'Create a batch',
    description:
      'Creates many jobs with one prompt: one for each group of files of a project, or one for each of several projects. The jobs are created in the background, within the limits of their projects and of the batch. The batch belongs to the API key or the person that asked last; if that key is revoked or expires, the batch fails.',
    request: {
      params: z.object({}),
      headers: IdempotencyHeaders,
      body: describeBody(Schema, {
        prompt: 'Replace "e.g." with "for example"',
        projectId: 'prj_1a2b',
        each: ['docs/**/*.mdx'],
        per: 12,
        first: 2,
        limitUsd: 20,
      }),
    },
    responses: {
      201: describeResponse({
        description: 'The new batch, which is `planning`.',
        schema: BatchView,
        headers: ['Location', 'Prentice-Ignored-Fields?'],
        example: {
          ...EXAMPLE_BATCH,
          status: 'planning',
          commit: null,
          costUsd: 0,
          jobs: { total: 0, pending: 0, active: 0, completed: 0, failed: 0 },
        },
      }),
      ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 429, 503], {
        404: 'The API key does not cover one of the projects.',
        409: 'The `Idempotency-Key` was used with another body.',
        429: 'The API key, or its creator with all keys, has created 100 batches within an hour; or those of the account who are not its owners have created 300 together.',
      }),
    },
  }),
  async handle(c) {
    await managerOf(deps.access, c)
    refuseQuery(c)
    const { value, text } = await readJson(c, Schema)
    // The body may have taken a while: the key may have ended.
    const manager = await managerOf(deps.access, c)
    requireBranchName(value.ref)
    requireModel(value.model, deps.isModel)
    await requireProjects(deps.access, manager.key, value)
    const idempotencyKey = idempotencyKeyOf(c, manager.key, { id: `account-${manager.key.accountId}` }, text)
    const outcome = await createBatch(deps, manager, { wanted: value, idempotencyKey })
    switch (outcome.kind) {
      case 'created':
        return jsonResponse(c, 201, outcome.body, { location: `/v2/batches/${outcome.id}` })
      case 'idempotency-conflict':
        throw admissionError(outcome)
      case 'rate-limited': {
        const { allowance } = outcome
        const { limit, resetSeconds } = allowance
        const why =
          outcome.of === 'member'
            ? `${manager.member.name} created ${limit} batches within an hour, the limit of one member of the account; try again in ${resetSeconds} s`
            : `those who are not owners of the account created ${limit} batches within an hour, their limit together; try again in ${resetSeconds} s, or with an API key that covers all projects`
        throw tooManyRequests(why, resetSeconds, { headers: rateLimitHeaders(allowance, 'account') })
      }
    }
  },
})

/** Throws 404 for a project that the key does not cover. */
async function requireProjects(
  access: CallerAccess,
  key: KeyRecord,
  { projectId, projectIds }: NewBatch,
): Promise<void> {
  await Promise.all([projectId ?? [], projectIds ?? []].flat().map((id) => access.project(key, id)))
}
