import { createRoute } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { BatchView, ContinueBatch } from '../../../../contract/batch.ts'
import { cancelBatch, continueBatch, retryBatch } from '../../../batches/control-batch.ts'
import type { ControlOutcome } from '../../../batches/list-batches.ts'
import { HttpError } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import { refuseQuery } from '../operation/page-query.ts'
import { readJson } from '../operation/request-caller.ts'
import {
  BatchParameters,
  batchIdOf,
  EXAMPLE_BATCH,
  managerOf,
  noSuchBatch,
  OF_BATCHES,
  UNKNOWN,
} from './manage-batches.ts'

const BODY_LIMIT = 64 * 1024

export const controlBatchRoutes = (deps: V2Deps): readonly Operation[] => [
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'continueBatch',
      method: 'post',
      path: '/v2/batches/{batchId}/continue',
      summary: 'Continue a batch',
      description:
        'Continues a batch that waits: after its pilot it creates the other jobs; at its limit, send a higher `limitUsd`. A batch that is running stays as it is. A request that is sent twice, or late, confirms only what you looked at if it has the `waitId`.',
      request: {
        params: BatchParameters,
        body: {
          required: false,
          content: { 'application/json': { schema: ContinueBatch, example: { limitUsd: 40 } } },
        },
      },
      responses: {
        200: describeResponse({
          description: 'The batch.',
          schema: BatchView,
          headers: ['Prentice-Ignored-Fields?'],
          example: EXAMPLE_BATCH,
        }),
        ...describeRefusals([400, 401, 403, 404, 409, 413, 415, 503], {
          404: UNKNOWN,
          409: 'The batch has ended, waits for a higher limit, or no longer waits for what `waitId` names.',
          413: 'The body is larger than 64 KiB.',
        }),
      },
    }),
    async handle(c) {
      await managerOf(deps.access, c)
      refuseQuery(c)
      const id = batchIdOf(c)
      const body: ContinueBatch = hasBody(c) ? (await readJson(c, ContinueBatch, BODY_LIMIT)).value : {}
      const { limitUsd = null, waitId = null } = body
      return respond(
        c,
        id,
        await continueBatch(deps, await managerOf(deps.access, c), id, { limitUsd, waitId }),
      )
    },
  },
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'cancelBatch',
      method: 'post',
      path: '/v2/batches/{batchId}/cancel',
      summary: 'Cancel a batch',
      description:
        'Creates no more jobs, and cancels those that are active. Pull requests that are open stay. A batch that has ended stays as it is.',
      request: { params: BatchParameters },
      responses: {
        200: describeResponse({
          description: 'The batch.',
          schema: BatchView,
          example: { ...EXAMPLE_BATCH, status: 'cancelled', endedAt: '2026-11-20T23:05:00.000Z' },
        }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(deps.access, c)
      refuseQuery(c)
      const id = batchIdOf(c)
      return respond(c, id, await cancelBatch(deps, manager, id))
    },
  },
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'retryBatch',
      method: 'post',
      path: '/v2/batches/{batchId}/retry',
      summary: 'Retry what failed of a batch',
      description:
        'Retries the jobs of a batch that failed, and creates those that could not be created. Each counts like a message. Possible when the batch waits, is completed, or failed; one that is running stays as it is.',
      request: { params: BatchParameters },
      responses: {
        200: describeResponse({
          description: 'The batch, which is `running`.',
          schema: BatchView,
          example: EXAMPLE_BATCH,
        }),
        ...describeRefusals([400, 401, 403, 404, 409, 503], {
          404: UNKNOWN,
          409: 'The batch is cancelled, or no job has failed.',
        }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(deps.access, c)
      refuseQuery(c)
      const id = batchIdOf(c)
      return respond(c, id, await retryBatch(deps, manager, id))
    },
  },
]

const hasBody = ({ req }: Context<Env>): boolean =>
  Number(req.header('content-length') ?? 0) > 0 || req.header('transfer-encoding') !== undefined

function respond(c: Context<Env>, id: string, outcome: ControlOutcome): Response {
  switch (outcome.kind) {
    case 'absent':
      throw noSuchBatch(id)
    case 'refused':
      throw new HttpError(409, outcome.why)
    case 'done':
      return jsonResponse(c, 200, JSON.stringify(outcome.view))
  }
}
