import type { createRoute, OpenAPIHono } from '@hono/zod-openapi'
import type { Context } from 'hono'
import type { BatchWork } from '../../../batches/batch-record.ts'
import type { LogContext } from '../../../log/create-log.ts'
import type { Webhooks } from '../../../outgoing/endpoints/webhooks.ts'
import type { JobWatch } from '../../../timers/job-watch.ts'
import type { CallerAccess } from '../../auth/caller-access.ts'
import { methodNotAllowed } from '../../shared/http-error.ts'
import type { Env } from '../../shared/json-body.ts'

type Route = ReturnType<typeof createRoute>

/** One operation of the interface: its description, and what handles it. */
export interface Operation {
  readonly route: Route
  readonly handle: (c: Context<Env>) => Promise<Response>
}

/** What the operations work with. */
export interface V2Deps extends BatchWork {
  readonly access: CallerAccess
  readonly isModel: (name: string) => boolean
  readonly outgoing: Webhooks
  readonly watch: JobWatch
  readonly logContext: LogContext
  readonly publicUrl: string
}

/**
 * Puts the operations on the app, and their descriptions into its document. Not by `app.openapi`: its validators would
 * run before the API key is checked, and read bodies without a cap (docs/decisions/0014).
 */
export function serveOperations(app: OpenAPIHono<Env>, operations: readonly Operation[]): void {
  for (const { route, handle } of operations) {
    app.on(route.method.toUpperCase(), route.getRoutingPath(), handle)
    app.openAPIRegistry.registerPath(route)
  }
  for (const [path, routes] of Map.groupBy(operations, ({ route }) => route.getRoutingPath())) {
    app.all(path, methodNotAllowed(routes.map(({ route }) => methodsOf(route)).join(', ')))
  }
}

const methodsOf = ({ method }: Route): string => (method === 'get' ? 'GET, HEAD' : method.toUpperCase())
