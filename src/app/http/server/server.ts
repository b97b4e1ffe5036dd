import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, RequestError } from '@hono/node-server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { withoutKeys } from '../../keys/format-key.ts'
import type { LogIds } from '../../log/create-log.ts'
import { type DashboardDeps, dashboardRoutes } from '../dashboard/dashboard-routes.ts'
import { type Health, healthRoutes } from '../ops/health-routes.ts'
import { type MetricsAccess, metricsRoute } from '../ops/metrics-route.ts'
import { type RunnerRoutesDeps, runnerRoutes } from '../runner/runner-routes.ts'
import { errorResponse, HttpError } from '../shared/http-error.ts'
import type { Env } from '../shared/json-body.ts'
import { logIds } from '../shared/log-ids.ts'
import { createOpenStreams, type OpenStreamsDeps } from '../v2/events/open-streams.ts'
import { type V2Deps, v2Routes } from '../v2/routes.ts'
import { trackResponses } from './active-responses.ts'
import { createFrequentRequests } from './frequent-requests.ts'
import { createWebhookHandler, type HandleWebhook, type WebhookRouteDeps } from './handle-webhook.ts'
import { answerMalformedRequests } from './malformed-request.ts'
import { isPipelinedTooDeep } from './pipelined-requests.ts'
import { requestTarget } from './request-target.ts'
import { type RouteTemplates, routeTemplate } from './route-template.ts'
import { cutUnreadBody } from './unread-body.ts'

/** Beside the streams of watchers, enough for any client that polls. Each costs memory before it shows a key. */
export const MAX_CONNECTIONS = 5_000
/** A client that reads nothing keeps its response in memory. Event streams send something every 15 s. */
const STALLED_MS = 60_000
const WEBHOOK_PATH = /^\/api\/github\/webhooks\/?$/

export interface ServerDeps
  extends Omit<V2Deps, 'streams'>,
    OpenStreamsDeps,
    RunnerRoutesDeps,
    MetricsAccess,
    WebhookRouteDeps {
  readonly health: Health
  readonly usage: DashboardDeps['usage']
  readonly audit: DashboardDeps['audit']
  readonly keys: DashboardDeps['keys']
  /** What only the dashboard needs. */
  readonly dashboard: Omit<
    DashboardDeps,
    keyof V2Deps | 'logError' | 'serverUrl' | 'addressOf' | 'usage' | 'audit' | 'keys'
  >
  /** Open connections of all clients together; more are closed. */
  readonly mostConnections?: number | undefined
  /** Milliseconds after which a connection on which nothing moves is closed. */
  readonly stalledMs?: number | undefined
  readonly log: Logger
  /** See `Store`. */
  readonly readTogether?: (() => void) | undefined
}

const OPTIONS = {
  // Node would drop the second of two Authorization headers without a word; joined, they are refused.
  joinDuplicateHeaders: true,
  // Node refuses without a body; `requestTarget` says what is missing.
  requireHostHeader: false,
  // Node ends an unused connection after 5 s, proxies theirs after a minute: they would send a request into one that
  // ends just then, and answer 502.
  keepAliveTimeout: 75_000,
}

type Handler = (request: IncomingMessage, response: ServerResponse, ids: LogIds) => Promise<unknown>

/** Webhooks to Probot, the most frequent requests to plain handlers, everything else to Hono. No error leaves this function. */
export function createHttpServer(deps: ServerDeps): Server {
  const routeNames: RouteTemplates = new WeakMap()
  const handlers = {
    frequent: createFrequentRequests(deps),
    routes: createRoutes(deps, routeNames),
    webhook: createWebhookHandler(deps),
  }
  const server = createServer(OPTIONS, async (request, response) => {
    if (response.socket === null && isPipelinedTooDeep(request, response)) return
    const started = performance.now()
    const requestId = randomUUID()
    if (deps.draining.aborted) response.setHeader('connection', 'close')
    deps.readTogether?.()
    cutUnreadBody(request, response)
    const ids: LogIds = { requestId }
    let route: string | undefined
    try {
      request.url = requestTarget(request)
      const found = handlerFor(deps, request, handlers, ids)
      route = found.route
      await found.handle(request, response, ids)
    } catch (error) {
      sendError(deps.log, requestId, error, response)
    }
    const { method } = request
    tellRequest(deps.log, request, response, ids, started)
    deps.metrics?.request(route ?? routeNames.get(request) ?? 'other', method ?? '', response.statusCode)
  })
  server.maxConnections = deps.mostConnections ?? MAX_CONNECTIONS
  server.timeout = deps.stalledMs ?? STALLED_MS
  const underWay = trackResponses(server)
  answerMalformedRequests(server, underWay)
  deps.draining.addEventListener('abort', () => {
    for (const response of underWay.all())
      if (!response.headersSent) response.setHeader('connection', 'close')
  })
  return server
}

function tellRequest(
  log: Logger,
  { method, url }: IncomingMessage,
  { statusCode: status }: ServerResponse,
  ids: LogIds,
  started: number,
): void {
  const level = status >= 500 ? 'error' : 'debug'
  // Most requests are not logged: a line costs as much as a read of the database.
  if (!log.isLevelEnabled(level)) return
  const ms = Math.round(performance.now() - started)
  // Whatever callers put into a URL by mistake: no query is logged, and no key in a path.
  const path = withoutKeys(url?.split('?', 1)[0] ?? '')
  log[level]({ ...ids, method, path, status, ms }, 'request')
}

/** `route`: its template, where it is not one of Hono's. */
function handlerFor(
  deps: ServerDeps,
  request: IncomingMessage,
  handlers: {
    readonly frequent: ReturnType<typeof createFrequentRequests>
    readonly routes: Handler
    readonly webhook: HandleWebhook
  },
  ids: LogIds,
): { readonly handle: Handler; readonly route?: string } {
  const frequent = handlers.frequent(request)
  if (frequent !== null) return frequent
  const within = (handle: Handler): Handler => {
    return (req, res) => {
      res.setHeader('x-request-id', ids.requestId ?? '')
      return deps.logContext.within(ids, () => handle(req, res, ids))
    }
  }
  const [path = '/'] = (request.url ?? '/').split('?', 1)
  if (WEBHOOK_PATH.test(path)) return { handle: within(handlers.webhook), route: '/api/github/webhooks' }
  return { handle: within(handlers.routes) }
}

/** The beginning of a path, without keys. */
function shownPath(path: string): string {
  const shown = withoutKeys(path)
  return shown.length > 200 ? `${shown.slice(0, 200)}…` : shown
}

function createRoutes(deps: ServerDeps, routeNames: RouteTemplates): Handler {
  const app = new Hono<Env>()
  const streams = createOpenStreams(deps)
  app.use(logIds(deps.logContext), routeTemplate(routeNames))
  app.route('/', healthRoutes(deps.health))
  app.route('/', metricsRoute(deps))
  app.route('/', runnerRoutes(deps))
  app.route('/', v2Routes({ ...deps, streams }))
  const addressOf = deps.access.address
  app.route(
    '/',
    dashboardRoutes({ ...deps, ...deps.dashboard, streams, addressOf, logError: logOf(deps.log) }),
  )
  app.get('/', async (c, next) => {
    c.header('vary', 'accept')
    // Callers of the API get the same 404 as for every other unknown path.
    if (!isForPeople(c.req.header('accept'))) return next()
    c.header('cache-control', 'no-store')
    return c.redirect('/dashboard', 302)
  })
  app.notFound((c) => {
    throw new HttpError(
      404,
      `there is nothing at ${c.req.method} ${shownPath(c.req.path)}; /openapi.json describes all calls`,
    )
  })
  app.onError((error, c) => {
    const answer = errorResponse(error)
    if (answer.unexpected)
      deps.log.error({ requestId: requestIdOf(c.env.outgoing), err: error }, 'request failed')
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

function sendError(log: Logger, requestId: string, error: unknown, response: ServerResponse): void {
  const { status, headers, body, unexpected } = errorResponse(error)
  if (unexpected) log.error({ requestId, err: error }, 'request failed')
  if (response.headersSent) {
    response.destroy()
    return
  }
  response
    .writeHead(status, { ...headers, 'x-request-id': requestId })
    .end(response.req.method === 'HEAD' ? undefined : body)
}
