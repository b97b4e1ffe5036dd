import type { Operation } from '../openapi/operation.ts'
import { controlBatchRoutes } from './control-batch.ts'
import { createBatchRoute } from './create-batch.ts'
import type { BatchRoutesDeps } from './manage-batches.ts'
import { readBatchRoutes } from './read-batches.ts'

/** In the order in which the description shows them. */
export const batchRoutes = (deps: BatchRoutesDeps): readonly Operation[] => [
  createBatchRoute(deps),
  ...readBatchRoutes(deps),
  ...controlBatchRoutes(deps),
]
