import { createRoute } from '@hono/zod-openapi'
import { z } from 'zod'
import { BatchJobList, BatchList, BatchView } from '../../../../contract/batch.ts'
import { getBatch, listBatches, listUnits } from '../../../batches/list-batches.ts'
import { jsonResponse } from '../../shared/json-response.ts'
import { describeRefusals, describeResponse } from '../operation/describe-response.ts'
import type { Operation, V2Deps } from '../operation/operation.ts'
import {
  CursorQuery,
  linkHeader,
  pageLimit,
  readCursor,
  readQuery,
  refuseQuery,
  writeCursor,
} from '../operation/page-query.ts'
import {
  BatchParameters,
  batchIdOf,
  EXAMPLE_BATCH,
  EXAMPLE_BATCH_JOB,
  managerOf,
  noSuchBatch,
  OF_BATCHES,
  UNKNOWN,
} from './manage-batches.ts'

const ListQuery = CursorQuery.extend({ limit: pageLimit('batches') })
const JobsQuery = CursorQuery.extend({ limit: pageLimit('jobs') })
const BATCH_PLACE = /^\d{13}\/batch_[0-9a-z]{26}$/
const JOB_NUMBER = /^\d{6}$/

const cursorOf = (next: string | null): string | null => (next === null ? null : writeCursor(next))

export const readBatchRoutes = (deps: V2Deps): readonly Operation[] => [
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'listBatches',
      method: 'get',
      path: '/v2/batches',
      summary: 'List the batches',
      description:
        'Returns the batches of the account that cover no more projects than the API key, newest first. Continue with `cursor` while `nextCursor` is not null.',
      request: { params: z.object({}), query: ListQuery },
      responses: {
        200: describeResponse({
          description: 'A page of batches.',
          schema: BatchList,
          headers: ['Link?'],
          example: { batches: [EXAMPLE_BATCH], nextCursor: null },
        }),
        ...describeRefusals([400, 401, 403, 503]),
      },
    }),
    async handle(c) {
      const manager = await managerOf(deps.access, c)
      const { limit, cursor } = readQuery(c, ListQuery)
      const { items, next } = await listBatches(deps, manager, {
        limit,
        after: readCursor(cursor, BATCH_PLACE),
      })
      const nextCursor = cursorOf(next)
      return jsonResponse(
        c,
        200,
        JSON.stringify({ batches: items, nextCursor }),
        linkHeader({ limit }, nextCursor),
      )
    },
  },
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'getBatch',
      method: 'get',
      path: '/v2/batches/{batchId}',
      summary: 'Get a batch',
      description: 'Returns a batch: how many of its jobs have ended, and what they cost.',
      request: { params: BatchParameters },
      responses: {
        200: describeResponse({ description: 'The batch.', schema: BatchView, example: EXAMPLE_BATCH }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(deps.access, c)
      refuseQuery(c)
      const id = batchIdOf(c)
      const batch = await getBatch(deps.store, manager, id)
      if (batch === null) throw noSuchBatch(id)
      return jsonResponse(c, 200, JSON.stringify(batch.view))
    },
  },
  {
    route: createRoute({
      ...OF_BATCHES,
      operationId: 'listBatchJobs',
      method: 'get',
      path: '/v2/batches/{batchId}/jobs',
      summary: 'List the jobs of a batch',
      description:
        'The report of a batch: each job, those that are not created yet included, with its files, pull request, cost, and the reason of a failure.',
      request: { params: BatchParameters, query: JobsQuery },
      responses: {
        200: describeResponse({
          description: 'A page of jobs.',
          schema: BatchJobList,
          headers: ['Link?'],
          example: { jobs: [EXAMPLE_BATCH_JOB], nextCursor: null },
        }),
        ...describeRefusals([400, 401, 403, 404, 503], { 404: UNKNOWN }),
      },
    }),
    async handle(c) {
      const manager = await managerOf(deps.access, c)
      const { limit, cursor } = readQuery(c, JobsQuery)
      const id = batchIdOf(c)
      const page = await listUnits(deps.store, manager, id, { limit, after: readCursor(cursor, JOB_NUMBER) })
      if (page === null) throw noSuchBatch(id)
      const nextCursor = cursorOf(page.next)
      return jsonResponse(
        c,
        200,
        JSON.stringify({ jobs: page.items, nextCursor }),
        linkHeader({ limit }, nextCursor),
      )
    },
  },
]
