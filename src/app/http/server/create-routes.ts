import type { IncomingMessage, ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { Logger } from 'pino'
import { idsOfRun } from '../../domain/run-id.ts'
import type { KeyWork } from '../../keys/create-key.ts'
import { withoutKeys } from '../../keys/find-key.ts'
import type { LogContext, LogIds } from '../../log/create-log.ts'
import type { RunnerWork } from '../../runs/run-work.ts'
import type { VerifyOidcToken } from '../auth/verify-oidc-token.ts'
import { type DashboardDeps, dashboardRoutes } from '../dashboard/dashboard-routes.ts'
import { mcpRoutes } from '../mcp/mcp-routes.ts'
import { type Health, healthRoutes, type MetricsAccess, metricsRoute } from '../ops/health-routes.ts'
import { runnerRoutes } from '../runner/runner-routes.ts'
import { errorResponse, HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import { createOpenStreams } from '../v2/events/open-streams.ts'
import type { V2Deps } from '../v2/operation/operation.ts'
import { v2Routes } from '../v2/routes.ts'

export interface RoutesDeps extends V2Deps, RunnerWork, MetricsAccess, KeyWork {
  readonly verifyRunner: VerifyOidcToken
  /** Aborted once the server takes no more work. */
  readonly draining: AbortSignal
  readonly health: Health
  readonly feedback: DashboardDeps['feedback']
  /** What only the dashboard needs. */
  readonly dashboard: Pick<
    DashboardDeps,
    'signedIn' | 'installUrl' | 'settingDefaults' | 'checks' | 'runners'
  >
}

/** All routes but polling and the webhooks. `routeNames` gets the template of each request. */
export function createRoutes(
  deps: RoutesDeps,
  routeNames: RouteTemplates,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const app = new Hono<Env>()
  const streams = createOpenStreams(deps)
  app.use(logIds(deps.logContext), routeTemplate(routeNames))
  app.route('/', healthRoutes(deps.health))
  app.route('/', metricsRoute(deps))
  app.route('/', runnerRoutes(deps))
  app.route('/', v2Routes({ ...deps, streams }))
  const addressOf = deps.access.address
  const logError = logOf(deps.log)
  app.route('/', mcpRoutes({ ...deps, streams, logError }))
  app.route('/', dashboardRoutes({ ...deps, ...deps.dashboard, streams, addressOf, logError }))
  app.get('/', async (c, next) => {
    c.header('vary', 'accept')
    // Callers of the API get the same 404 as for every other unknown path.
    if (!isForPeople(c.req.header('accept'))) return next()
    c.header('cache-control', 'no-store')
    return c.redirect('/dashboard', 302)
  })
  app.notFound((c) => {
    const { method, path } = c.req
    const hint = path.length > 1 && path.endsWith('/') ? '; no path has a slash at its end' : ''
    throw new HttpError(
      404,
      `there is nothing at ${method} ${shownPath(path)}${hint}; /openapi.json describes all calls`,
    )
  })
  app.onError((error, c) => {
    const answer = errorResponse(error)
    if (answer.unexpected) logError(c, error)
    return new Response(c.req.method === 'HEAD' ? null : answer.body, answer)
  })
  return getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
    // Old clients speak HTTP/1.0 and name none; the routes do not look at it.
    hostname: 'localhost',
    autoCleanupIncoming: false,
    errorHandler: (error) => {
      if (!(error instanceof RequestError)) throw error
      const { body, ...answer } = errorResponse(new HttpError(400, 'the address of the request is not valid'))
      return new Response(body, answer)
    },
  })
}

/** The beginning of a path, without keys. */
function shownPath(path: string): string {
  const shown = withoutKeys(path)
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
}

/** Browsers name HTML when they load a page; programs do not. */
const isForPeople = (accept: string | undefined): boolean => /\btext\/html\b/.test(accept ?? '')

const logOf =
  (log: Logger) =>
  (c: { readonly env: Env['Bindings'] }, error: unknown): string => {
    const requestId = String(requestIdOf(c.env.outgoing))
    log.error({ requestId, err: error }, 'request failed')
    return requestId
  }

const requestIdOf = (response: ServerResponse | { getHeader?: unknown }): unknown =>
  'getHeader' in response && typeof response.getHeader === 'function'
    ? response.getHeader('x-request-id')
    : undefined

/** The template of the route that answered a request; what no route answered has none. */
export type RouteTemplates = WeakMap<IncomingMessage, string>

const routeTemplate =
  (names: RouteTemplates): MiddlewareHandler<Env> =>
  async (c, next) => {
    await next()
    const template = matchedRoutes(c)
      .map(({ path }) => path)
      .findLast((path) => !path.endsWith('*'))
    if (template !== undefined) names.set(c.env.incoming, template)
  }

/** The job and the run that a path names, matched by format: anything else in the path comes from the caller and is not logged. */
function idsIn(path: string): LogIds {
  const job = /\/job\/(job_[0-9a-z]{26})(?:\/|$)/.exec(path)?.[1]
  const run = /\/runner\/v1\/runs\/(\w+)(?:\/|$)/.exec(path)?.[1]
  return { ...(job !== undefined && { job }), ...(run !== undefined && idsOfRun(run)) }
}

/** What the log says of a request that names a job or makes one. */
const logIds =
  (context: LogContext): MiddlewareHandler<Env> =>
  async (c, next) => {
    context.note(idsIn(c.req.path))
    await next()
    const { outgoing } = c.env
    // Some operations write the response directly.
    const sent = 'getHeader' in outgoing ? outgoing.getHeader('location') : undefined
    context.note(idsIn(String(sent ?? c.res.headers.get('location') ?? '')))
  }
